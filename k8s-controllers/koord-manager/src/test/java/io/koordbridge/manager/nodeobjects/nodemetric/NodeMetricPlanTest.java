package io.koordbridge.manager.nodeobjects.nodemetric;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.AggregatePolicy;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.Action;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.Decision;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.Existing;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.NodeMarks;
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

    @Test
    void showsDurationsInOneFormWhileTheConfigurationIsFaulty() {
        State faulty = ColocationConfigReader.next(DEFAULTS, null).state();

        Decision kept = NodeMetricPlan.decide(faulty, new NodeMarks(Map.of(), Map.of()), existing("90s"));

        assertThat(kept.action()).isEqualTo(Action.NONE);
        assertThat(kept.spec()).isEqualTo(existing("1m30s").spec());
    }

    private static Decision decide(String... durations) {
        return NodeMetricPlan.decide(DEFAULTS, new NodeMarks(Map.of(), Map.of()), existing(durations));
    }

    private static Existing existing(String... durations) {
        MetricCollectPolicy policy =
                new MetricCollectPolicy(300L, 60L, new AggregatePolicy(List.of(durations)), "usageWithoutPageCache");
        return new Existing(new NodeMetricSpec(policy));
    }
}
