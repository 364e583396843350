package io.koordbridge.manager.nodeobjects.nodemetric;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.slo.AggregatePolicy;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what to do with the NodeMetric of one node name. */
@PureCore
public final class NodeMetricPlan {

    private NodeMetricPlan() {}

    /** What to do. */
    public enum Action {
        NONE,
        CREATE,
        UPDATE,
        DELETE
    }

    /**
     * The decision.
     *
     * @param spec spec of the object afterwards, null when absent
     */
    public record Decision(Action action, @Nullable NodeMetricSpec spec) {}

    /** Labels and annotations of a Node. */
    public record NodeMarks(Map<String, String> labels, Map<String, String> annotations) {

        public NodeMarks {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }
    }

    /** A NodeMetric that exists; its spec may be absent. */
    public record Existing(@Nullable NodeMetricSpec spec) {}

    /**
     * Decides.
     *
     * @param node null when there is no Node
     * @param existing null when there is no NodeMetric
     */
    public static Decision decide(
            ColocationConfigReader.State config, @Nullable NodeMarks node, @Nullable Existing existing) {
        if (!config.available()) {
            return new Decision(Action.NONE, current(existing));
        }
        if (node == null) {
            return existing == null ? new Decision(Action.NONE, null) : new Decision(Action.DELETE, null);
        }
        if (existing != null && config.faulty()) {
            return new Decision(Action.NONE, current(existing));
        }
        NodeMetricSpec wanted = wanted(config, node);
        if (existing == null) {
            return new Decision(Action.CREATE, wanted);
        }
        boolean same = wanted.equals(existing.spec()) || wanted.equals(current(existing));
        return new Decision(same ? Action.NONE : Action.UPDATE, wanted);
    }

    private static @Nullable NodeMetricSpec current(@Nullable Existing existing) {
        return existing == null || existing.spec() == null ? null : canonical(existing.spec());
    }

    /** The same with durations as we write them; {@code 300s} is {@code 5m0s}. */
    private static NodeMetricSpec canonical(NodeMetricSpec spec) {
        MetricCollectPolicy policy = spec.metricCollectPolicy();
        if (policy == null || policy.nodeAggregatePolicy() == null) {
            return spec;
        }
        List<String> durations = policy.nodeAggregatePolicy().durations();
        if (durations == null) {
            return spec;
        }
        List<String> canonical = durations.stream()
                .map(text -> GoDurations.canonical(text).orElse(text))
                .toList();
        return new NodeMetricSpec(new MetricCollectPolicy(
                policy.aggregateDurationSeconds(),
                policy.reportIntervalSeconds(),
                new AggregatePolicy(canonical),
                policy.nodeMemoryCollectPolicy()));
    }

    private static NodeMetricSpec wanted(ColocationConfigReader.State config, NodeMarks node) {
        EffectiveStrategy.ForNode effective = EffectiveStrategy.of(config.config(), node.labels(), node.annotations());
        boolean own = effective.valid() && effective.strategy().enable();
        ColocationStrategy strategy = own ? effective.strategy() : ColocationStrategy.DEFAULT;
        return new NodeMetricSpec(new MetricCollectPolicy(
                strategy.metricAggregateDurationSeconds(),
                strategy.metricReportIntervalSeconds(),
                new AggregatePolicy(strategy.metricAggregatePolicy().durations()),
                strategy.metricMemoryCollectPolicy()));
    }
}
