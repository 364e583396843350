package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** YARN would fill the place of evicted containers within a heartbeat. */
class LeaseEvictionTest extends ProtocolDriver {

    private static final YarnAmount LESS = new YarnAmount(8, 16_384);

    @BeforeEach
    void containersWereEvicted() {
        node.used = HALF;
        node.demand = new Demand(true, 100, 1 << 20, false);
        node.pods = Observations.batch(HALF);
        next();
        node.used = new YarnAmount(7, 14_336);
        node.eviction = new Eviction(new BatchAmount(2_000, 4_096L << 20), node.now);
        next();
    }

    @Test
    void memoryIsTakenBackAtOnceWithTheShortDeadlineAndCpuAfterIt() {
        assertThat(sent()).containsExactly(sent(new YarnAmount(10, 16_384), Duration.ofSeconds(15)));
        assertThat(state.change().cause()).isEqualTo(Cause.EVICTED);

        settle();

        assertThat(node.capability).isEqualTo(LESS);
        assertThat(state.lease()).isEqualTo(LESS);
        assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
    }

    @Test
    void theSameEvictionIsTakenOnce() {
        settle();

        later(Duration.ofSeconds(10));

        assertThat(sent()).isEmpty();
        assertThat(state.lease()).isEqualTo(LESS);
    }

    @Test
    void aFurtherEvictionAddsToTheAmountOfTheLastMinute() {
        settle();
        node.eviction = new Eviction(new BatchAmount(3_000, 6_144L << 20), node.now);

        settle();

        assertThat(node.capability).isEqualTo(new YarnAmount(7, 14_336));
    }

    @Test
    void afterAMinuteYarnMayHaveItAgain() {
        settle();

        later(Duration.ofSeconds(50));
        assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
        later(Duration.ofSeconds(12));

        assertThat(state.change().phase()).isEqualTo(Phase.RESERVING);
        assertThat(state.change().goal()).isEqualTo(HALF);
    }

    @Test
    void aNewLeaderTakesNoMore() {
        settle();
        state = null;
        node.leaderSince = node.now;

        settle();

        assertThat(state.lease()).isEqualTo(LESS);
        assertThat(node.capability).isEqualTo(LESS);
    }

    /** The raise may take effect before the shrink: containers that use its CPU then would not outlive the deadline of memory. */
    @Test
    void aRaiseUnderWayKeepsItsCpuUntilMemoryIsBack() {
        Observations fresh = Observations.steady(new YarnAmount(2, 20_480));
        fresh.demand = new Demand(true, 100, 1 << 20, false);
        fresh.acknowledged = 0L;
        fresh.used = new YarnAmount(2, 20_480);
        node = fresh;
        state = null;
        for (int i = 0; i < 40 && (state == null || state.change().phase() != Phase.RAISING); i++) {
            later(Duration.ofSeconds(1));
        }
        assertThat(updates()).hasSize(1);
        long raised = updates().get(0).capability().vcores();
        node.eviction = new Eviction(new BatchAmount(2_000, 4_096L << 20), node.now);

        later(Duration.ofSeconds(1));

        assertThat(sent()).containsExactly(sent(new YarnAmount(raised, 16_384), Duration.ofSeconds(15)));
    }

    @Test
    void theMinimumIsNeverTaken() {
        settle();
        node.used = LESS;
        node.eviction = new Eviction(new BatchAmount(1_000_000, 1L << 45), node.now.plusMillis(1));

        later(Duration.ofSeconds(1));

        assertThat(state.change().goal()).isEqualTo(new YarnAmount(1, 1_024));
    }

    @Test
    void noMoreIsTakenThanContainersHeld() {
        settle();
        node.used = new YarnAmount(3, 3_072);
        later(Duration.ofMinutes(2));
        settle();
        node.used = new YarnAmount(3, 3_072);
        YarnAmount had = node.capability;
        node.eviction = new Eviction(new BatchAmount(1_000_000, 1L << 45), node.now);

        settle();

        assertThat(node.capability).isEqualTo(new YarnAmount(had.vcores() - 2, had.memoryMb() - 2_048));
    }

    @Test
    void anEvictionOfNothingTakesNothing() {
        settle();
        node.used = YarnAmount.ZERO;
        for (int i = 0; i < 20; i++) {
            settle();
        }
        YarnAmount had = node.capability;
        assertThat(had).isEqualTo(HALF);
        node.eviction = new Eviction(new BatchAmount(1_000_000, 1L << 45), node.now);

        settle();

        assertThat(node.capability).isEqualTo(had);
    }

    /** Whoever may write the Node claims a further eviction every five seconds. */
    @Test
    void aStreamOfClaimsDoesNotKeepANodeAtItsMinimum() {
        YarnAmount most = YarnAmount.ZERO;
        for (int second = 0; second < 600; second++) {
            if (second % 5 == 0) {
                node.eviction = new Eviction(new BatchAmount(1_000_000L + second, (1L << 45) + second), node.now);
            }
            takeUpdates();
            node.used = node.used.min(node.capability);
            later(Duration.ofSeconds(1));
            most = second < 60 ? YarnAmount.ZERO : most.max(node.capability);
        }

        assertThat(most).isEqualTo(HALF);
    }

    /** The ResourceManager takes what is sent, the NodeManager is told. */
    private void settle() {
        for (int i = 0; i < 8; i++) {
            takeUpdates();
            later(Duration.ofSeconds(1));
        }
    }

    private void takeUpdates() {
        updates().forEach(update -> {
            node.capability = update.capability();
            node.told = update.capability();
        });
    }
}
