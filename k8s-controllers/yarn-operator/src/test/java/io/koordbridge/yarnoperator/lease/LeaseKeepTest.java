package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A NodeManager that registers with less than its node keeps for the largest container. */
class LeaseKeepTest extends ProtocolDriver {

    private static final YarnAmount FLOOR = new YarnAmount(1, 1_024);
    private static final YarnAmount KEPT = new YarnAmount(1, 2_048);

    private final List<YarnAmount> raises = new ArrayList<>();

    @BeforeEach
    void registeredWithTheFloor() {
        node = Observations.steady(FLOOR);
        settings = settings.withKeep(KEPT);
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            later(Duration.ofSeconds(1));
            updates().forEach(update -> {
                node.capability = update.capability();
                raises.add(update.capability());
            });
        }
    }

    @Test
    void getsItsWholeLeaseInOneGrow() {
        seconds(15);

        assertThat(raises).containsExactly(HALF);
        assertThat(state.lease()).isEqualTo(HALF);
    }

    @Test
    void getsWhatItsNodeKeepsWhilePodsDoNotMakeRoomForMore() {
        node.published = node.origin.minus(Observations.batch(KEPT));

        seconds(90);

        assertThat(raises).contains(KEPT).doesNotContain(HALF);
        assertThat(node.capability).isEqualTo(KEPT);
    }

    @Test
    void getsWhatWasReservedBeforeMoreIsTakenFromPods() {
        // As after a restart: the NodeManager has lost what its lease still reserves.
        node.written = HALF;
        node.demand = new Demand(true, 100, 1 << 20, false);

        seconds(15);

        assertThat(raises).first().isEqualTo(HALF);
    }
}
