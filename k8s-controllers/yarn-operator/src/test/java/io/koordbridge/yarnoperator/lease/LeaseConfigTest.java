package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import org.junit.jupiter.api.Test;

class LeaseConfigTest {

    private static final YarnAmount KEPT = new YarnAmount(2, 4_096);
    private static final YarnAmount LEAST = new YarnAmount(1, 256);

    private final LeaseConfig keeps = LeaseConfig.DEFAULT.withKeep(KEPT);

    @Test
    void withoutOrdersThePlanStays() {
        assertThat(keeps.withOrders(NodeOrders.NONE)).isEqualTo(keeps);
    }

    @Test
    void aDrainedNodeKeepsNoSizeAndNoConfiguredMinimum() {
        LeaseConfig drained =
                keeps.withOrders(new NodeOrders(new NodeOrders.Drain(Observations.NOW, LEAST, false, true), false));

        assertThat(drained.planner().keep()).isEqualTo(YarnAmount.ZERO);
        assertThat(drained.planner().minimum()).isEqualTo(LEAST);
    }

    @Test
    void aFrozenNodeKeepsNoSizeAndTheConfiguredMinimum() {
        LeaseConfig frozen = keeps.withOrders(new NodeOrders(null, true));

        assertThat(frozen.planner().keep()).isEqualTo(YarnAmount.ZERO);
        assertThat(frozen.planner().minimum())
                .isEqualTo(LeaseConfig.DEFAULT.planner().minimum());
    }

    @Test
    void theSameMinimumAndSizeChangeNothing() {
        assertThat(keeps.withKeep(KEPT)).isSameAs(keeps);
        assertThat(keeps.withMinimum(keeps.planner().minimum())).isSameAs(keeps);
        assertThat(keeps.withMinimum(LEAST).planner().minimum()).isEqualTo(LEAST);
    }
}
