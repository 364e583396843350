package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.bound;
import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.facts;
import static io.koordbridge.scheduler.quota.tree.Quotas.pod;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaWaitersTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(CREATED);
    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final List<String> woken = new ArrayList<>();
    private final MetricRegistry metrics = new MetricRegistry();
    private boolean reachable = true;
    /** How many more writes this replica leads for. */
    private int leads = Integer.MAX_VALUE;

    private final WakeApi api = new WakeApi() {
        @Override
        public boolean wake(PodFacts pod) {
            leads--;
            woken.add(pod.name());
            return reachable;
        }

        @Override
        public boolean acts() {
            return leads > 0;
        }
    };
    private final QuotaWaiters waiters = new QuotaWaiters(ledger, api, clock, metrics);
    private final QuotaGate gate = new QuotaGate(ledger, waiters, clock, metrics);

    @BeforeEach
    void fullQuota() {
        ledger.nodeSeen("n1", cpu(10_000));
        ledger.quotaSeen(top("a", 1_000, 1_000));
        ledger.podSeen(bound("running", "a", 1_000));
    }

    private void refuse(String name, int priority) {
        PodQuota plain = pod(name, "a", 1_000);
        ledger.podSeen(new PodQuota(
                plain.uid(),
                "ns",
                name,
                "a",
                plain.request(),
                false,
                "",
                new PodRank(priority, 0, CREATED, Instant.MAX),
                false,
                null));
        assertThat(gate.admit(facts(name)).fits()).isFalse();
    }

    @Test
    void aPodIsTriedAgainOnceWhenAnotherOfItsQuotaHasGone() {
        refuse("x", 0);
        waiters.round();
        assertThat(woken).isEmpty();

        ledger.podGone("uid-running", "ns/running");
        waiters.round();
        waiters.round();

        assertThat(woken).containsExactly("x");
    }

    @Test
    void onlyThoseThatFitTogetherAreWokenTheMostImportantFirst() {
        refuse("low", 1);
        refuse("high", 5);
        refuse("middle", 3);

        ledger.quotaSeen(top("a", 1_000, 3_000));
        waiters.round();

        assertThat(woken).containsExactly("high", "middle");
    }

    @Test
    void roomThatANeighbourNoLongerWantsIsUsed() {
        ledger.nodeSeen("n1", cpu(2_000));
        ledger.quotaSeen(top("a", 1_000, 2_000));
        ledger.quotaSeen(top("b", 1_000, 2_000));
        ledger.podSeen(pod("neighbour", "b", 1_000));
        refuse("x", 0);

        ledger.podGone("uid-neighbour", "ns/neighbour");
        waiters.round();

        assertThat(woken).containsExactly("x");
    }

    @Test
    void theRoomOfAWokenPodIsKeptForItAWhile() {
        refuse("x", 1);
        refuse("y", 0);
        ledger.podGone("uid-running", "ns/running");
        waiters.round();

        assertThat(gate.admit(facts("y")).fits()).isFalse();
        assertThat(gate.admit(facts("x")).fits()).isTrue();

        gate.release(facts("x"));
        waiters.round();
        assertThat(woken).containsExactly("x", "y");
    }

    @Test
    void aPodThatDoesNotComeBackGivesItsRoomUp() {
        refuse("x", 1);
        refuse("y", 0);
        ledger.podGone("uid-running", "ns/running");
        waiters.round();

        clock.advance(Duration.ofSeconds(16));
        ledger.expire(clock.instant(), clock.instant());
        waiters.round();

        assertThat(woken).containsExactly("x", "y");
    }

    @Test
    void aWriteThatFailsIsRepeatedWithTheNextRound() {
        refuse("x", 0);
        ledger.podGone("uid-running", "ns/running");
        reachable = false;
        waiters.round();

        reachable = true;
        waiters.round();
        waiters.round();

        assertThat(woken).containsExactly("x", "x");
    }

    @Test
    void aReplicaThatLeadsNoMoreWakesNoPodAndGoesOnWhenItLeadsAgain() {
        refuse("x", 2);
        refuse("y", 1);
        ledger.quotaSeen(top("a", 1_000, 9_000));

        leads = 1;
        waiters.round();
        waiters.round();
        assertThat(woken).containsExactly("x");

        leads = Integer.MAX_VALUE;
        waiters.round();
        assertThat(woken).containsExactly("x", "y");
    }

    @Test
    void allThatFitAreWokenInOneRoundAndKeepTheirRoomUntilTheLastIsTried() {
        for (int i = 0; i < 1_200; i++) {
            refuse("p" + i, 0);
        }
        refuse("late", -1);
        ledger.nodeSeen("n1", cpu(10_000_000));
        ledger.quotaSeen(top("a", 1_000, 1_201_000));

        waiters.round();
        assertThat(woken).hasSize(1_200).doesNotHaveDuplicates();

        clock.advance(Duration.ofSeconds(15));
        ledger.expire(clock.instant(), clock.instant());
        assertThat(gate.admit(facts("late")).fits()).isFalse();
    }

    @Test
    void podsThatAreGoneOrBoundAreNotWoken() {
        refuse("gone", 0);
        refuse("bound", 0);
        ledger.podGone("uid-gone", "ns/gone");
        ledger.podSeen(bound("bound", "a", 1_000));
        ledger.quotaSeen(top("a", 1_000, 9_000));

        waiters.round();

        assertThat(woken).isEmpty();
    }
}
