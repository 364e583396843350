package io.koordbridge.manager.nodemetric;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.AggregatePolicy;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.Action;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.Decision;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.Existing;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.NodeMarks;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMetricPlanTest {

    private static final State DEFAULTS =
            ColocationConfigReader.next(State.INITIAL, Map.of()).state();

    @Test
    void leavesASpecAloneWhoseDurationsAreWrittenInAnotherWay() {
        assertThat(decide("5m", "600s", "0.5h").action()).isEqualTo(Action.NONE);
        assertThat(decide("5m", "600s", "0.6h").action()).isEqualTo(Action.UPDATE);
        assertThat(decide("5m", "600s", "soon").action()).isEqualTo(Action.UPDATE);
    }

    private static Decision decide(String... durations) {
        MetricCollectPolicy policy =
                new MetricCollectPolicy(300L, 60L, new AggregatePolicy(List.of(durations)), "usageWithoutPageCache");
        return NodeMetricPlan.decide(
                DEFAULTS, new NodeMarks(Map.of(), Map.of()), new Existing(new NodeMetricSpec(policy)));
    }
}
