package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The node agent makes the group of YARN's containers itself: where they run elsewhere it is empty whatever runs. */
class LeasePlacementTest extends ProtocolDriver {

    private static final YarnAmount MINIMUM = new YarnAmount(1, 1_024);

    @BeforeEach
    void anEmptyGroupThatNoContainerWasSeenIn() {
        node.used = HALF;
        node.pods = Observations.batch(HALF);
        node.placed = false;
        node.processes = YarnProcesses.ABSENT;
        next();
    }

    private void isLost() {
        node.state = ManagerState.DEAD;
        later(Duration.ofSeconds(1));
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            later(Duration.ofSeconds(1));
        }
    }

    @Test
    void anEmptyGroupReleasesNothing() {
        isLost();
        node.podPresent = false;

        for (int i = 0; i < 60; i++) {
            later(Duration.ofMinutes(1));
        }

        assertThat(node.written).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.PLACEMENT_UNKNOWN);
        assertThat(step.waitsFor().text()).contains("no process is seen", "proves nothing");
    }

    @Test
    void theWaitEndsWhenThePluginConfirmsThePlacement() {
        isLost();
        seconds(10);

        node.placed = true;
        seconds(2);

        assertThat(node.written).isEqualTo(MINIMUM);
    }

    @Test
    void theWaitEndsWhenTheNodeIsDownForLong() {
        isLost();
        node.podPresent = false;
        node.notReadySince = node.now;

        later(Duration.ofMinutes(10));
        later(Duration.ofSeconds(1));

        assertThat(node.written).isEqualTo(YarnAmount.ZERO);
    }

    /** It counts its containers itself, and none is seen beside them. */
    @Test
    void theWaitEndsWhenTheNodeManagerIsBackAndSaysWhatRuns() {
        isLost();
        later(Duration.ofMinutes(11));
        node.state = ManagerState.LIVE;
        node.used = new YarnAmount(3, 6_144);
        node.capability = MINIMUM;
        node.told = MINIMUM;
        node.demand = new Demand(true, 0, 0, true);

        for (int i = 0; i < 20; i++) {
            updates().forEach(update -> {
                node.capability = update.capability();
                node.told = update.capability();
            });
            later(Duration.ofSeconds(1));
        }

        assertThat(node.written).isEqualTo(new YarnAmount(3, 6_144));
        assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void whatALostOneHeldBesideAnotherStays() {
        node.further.add(new NodeManagerView(
                new NodeManagerRef("", "nm-0", 9999),
                ManagerState.LIVE,
                MINIMUM,
                YarnAmount.ZERO,
                null,
                false,
                true,
                Duration.ZERO,
                1,
                100));
        isLost();
        seconds(60);
        assertThat(state.memory().beliefs().lost()).isEqualTo(HALF);

        node.placed = true;
        seconds(1);

        assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
    }
}
