package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A NodeManager is back under its name without its containers, which live: it counts none of them. */
class LeaseStraysTest extends ProtocolDriver {

    private static final YarnAmount MINIMUM = new YarnAmount(1, 1_024);
    private static final YarnAmount ALL = new YarnAmount(20, 40_960);

    /** What lives without a NodeManager. */
    private YarnAmount orphans = YarnAmount.ZERO;

    private boolean announced;

    @BeforeEach
    void aFullNode() {
        node = Observations.steady(HALF);
        node.used = HALF;
        node.pods = Observations.batch(HALF);
        node.demand = new Demand(true, 100, 1 << 20, false);
        node.processes = YarnProcesses.PRESENT;
        node.measuredAfter = node.now;
        next();
    }

    /** A ResourceManager that takes each update, a NodeManager that fills what it has, and pods that fill what is offered. */
    private void seconds(int count, boolean yarnFills, boolean podsFill) {
        for (int i = 0; i < count; i++) {
            updates().forEach(update -> {
                node.capability = update.capability();
                node.told = update.capability();
            });
            if (yarnFills) {
                node.used = node.used.max(node.capability);
            }
            if (podsFill) {
                node.pods = node.pods.max(node.books().published());
            }
            later(Duration.ofSeconds(1));
            announced |= notices().contains(Notice.ORPHANS);
        }
    }

    private void measures() {
        node.measuredAfter = node.now.plusSeconds(20);
    }

    private void isBackWithoutItsContainers() {
        orphans = node.used;
        node.used = YarnAmount.ZERO;
        node.capability = MINIMUM;
        node.told = MINIMUM;
        node.state = ManagerState.LIVE;
        later(Duration.ofSeconds(1));
        measures();
    }

    private void assertNothingIsUsedTwice() {
        // It registers with the minimum whatever is left.
        YarnAmount beyond = node.used.minus(MINIMUM);
        BatchAmount used = node.pods.plus(Observations.batch(orphans.plus(beyond)));
        assertThat(used.fitsIn(node.origin)).as("%s of %s", used, node.origin).isTrue();
    }

    @Nested
    class WhenThePluginSeesThem {

        @Test
        void theyStayReservedWhenTheNodeManagerIsBackAtOnce() {
            isBackWithoutItsContainers();
            node.strangers = true;

            seconds(60, true, true);

            assertNothingIsUsedTwice();
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
            assertThat(announced).isTrue();
        }

        @Test
        void theyStayReservedWhenItWasLostForLong() {
            node.state = ManagerState.DEAD;
            node.podPresent = false;
            for (int i = 0; i < 11; i++) {
                later(Duration.ofMinutes(1));
                measures();
            }
            assertThat(step.waitsFor()).isEqualTo(WaitReason.ORPHANS);
            node.podPresent = true;
            isBackWithoutItsContainers();
            node.strangers = true;

            seconds(60, true, true);

            assertNothingIsUsedTwice();
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }

        @Test
        void theyStayReservedWhenItIsBackWithItsFormerSize() {
            orphans = node.used;
            node.used = YarnAmount.ZERO;
            node.strangers = true;

            seconds(60, false, true);

            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
            assertNothingIsUsedTwice();
        }

        @Test
        void aWordThatComesAfterTheFallCounts() {
            node.strangers = false;
            orphans = node.used;
            node.used = YarnAmount.ZERO;
            seconds(5, false, false);
            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);

            node.strangers = true;
            seconds(1, false, false);

            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }

        @Test
        void aNewLeaderKeepsThem() {
            isBackWithoutItsContainers();
            node.strangers = true;
            seconds(5, true, true);
            node.lost = state.memory().beliefs().lost();
            state = null;

            seconds(60, true, true);

            assertNothingIsUsedTwice();
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }

        @Test
        void endsOfOtherContainersAddNothing() {
            node.pods = BatchAmount.ZERO;
            isBackWithoutItsContainers();
            node.strangers = true;
            seconds(60, true, false);
            assertThat(node.used).isEqualTo(HALF);
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);

            for (int i = 0; i < 5; i++) {
                node.used = YarnAmount.ZERO;
                seconds(20, false, false);
                node.used = new YarnAmount(5, 10_240);
                seconds(20, false, false);
            }

            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }

        @Test
        void theWaitEndsWithTheLastProcess() {
            isBackWithoutItsContainers();
            node.strangers = true;
            seconds(10, true, false);
            node.pods = BatchAmount.ZERO;

            node.strangers = false;
            measures();
            seconds(30, true, false);
            measures();
            seconds(90, true, false);

            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
            assertThat(node.capability).isEqualTo(ALL);
        }

        @Test
        void theWaitEndsWithAnEmptyGroup() {
            isBackWithoutItsContainers();
            node.strangers = true;
            seconds(10, false, false);

            node.processes = YarnProcesses.ABSENT;
            measures();
            seconds(30, false, false);

            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
        }
    }

    @Nested
    class WhenThePluginSeesNone {

        @BeforeEach
        void itKnowsAll() {
            node.strangers = false;
        }

        @Test
        void endsOfContainersCountAtOnce() {
            node.used = YarnAmount.ZERO;

            later(Duration.ofSeconds(1));

            assertThat(state.memory().beliefs().doubted()).isFalse();
            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
        }

        @Test
        void aRestartIsDoubtedUntilItHasSaidSo() {
            isBackWithoutItsContainers();
            node.measuredAfter = node.now.minusSeconds(30);
            seconds(30, true, true);
            assertThat(state.memory().beliefs().doubted()).isTrue();
            assertThat(node.written).isEqualTo(HALF);

            measures();
            seconds(1, false, false);

            assertThat(state.memory().beliefs().doubted()).isFalse();
            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
        }

        @Test
        void anEmptyGroupElsewhereProvesNothing() {
            node.placed = false;
            node.usedMb = 20_000L;
            isBackWithoutItsContainers();

            seconds(10, true, true);

            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }
    }

    @Nested
    class WhenThePluginIsSilent {

        @Test
        void endsOfContainersCountAtOnce() {
            node.used = YarnAmount.ZERO;

            later(Duration.ofSeconds(1));

            assertThat(state.memory().beliefs().doubted()).isFalse();
            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
        }

        @Test
        void whatIsUsedBeyondWhatTheNodeManagerCountsStaysReserved() {
            node.usedMb = 20_000L;
            isBackWithoutItsContainers();

            seconds(60, true, true);

            assertNothingIsUsedTwice();
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);
        }

        @Test
        void theWaitEndsWhenWhatIsUsedFits() {
            node.usedMb = 20_000L;
            isBackWithoutItsContainers();
            seconds(10, true, false);

            node.usedMb = 1_000L;
            measures();
            seconds(5, true, false);

            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
        }

        @Test
        void withoutAMeasurementTheNodeManagerIsBelievedUnlessItCountsNothing() {
            isBackWithoutItsContainers();
            seconds(1, false, false);
            assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);

            state = null;
            aFullNode();
            isBackWithoutItsContainers();
            node.measuredAfter = node.now.minusSeconds(30);
            seconds(1, false, false);
            node.used = MINIMUM;
            measures();
            seconds(1, false, false);

            assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
            assertThat(state.memory().beliefs().doubted()).isFalse();
        }

        @Test
        void theWaitEndsWhenTheAgentIsSilentToo() {
            node.strangers = false;
            isBackWithoutItsContainers();
            node.measuredAfter = node.now.minusSeconds(30);
            seconds(5, false, false);
            assertThat(state.memory().beliefs().doubted()).isTrue();

            node.processes = YarnProcesses.UNKNOWN;
            seconds(1, false, false);

            assertThat(state.memory().beliefs().doubted()).isFalse();
        }
    }
}
