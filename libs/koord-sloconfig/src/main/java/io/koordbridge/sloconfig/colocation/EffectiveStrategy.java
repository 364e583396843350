package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quantity.FloatParser;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.Overlay;
import io.koordbridge.sloconfig.ParseInfo.Ignored;
import io.koordbridge.sloconfig.ParseInfo.Reason;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfig.Entry;
import io.koordbridge.sloconfig.colocation.ColocationConfig.Merged;
import io.koordbridge.sloconfig.damping.DampingExtension;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What holds for one node: cluster, first matching entry, annotation, ratio labels; manager specification section 5.3. */
@PureCore
public final class EffectiveStrategy {

    private static final List<RatioLabel> RATIO_LABELS = List.of(
            new RatioLabel(Labels.NODE_CPU_RECLAIM_RATIO, "cpuReclaimThresholdPercent"),
            new RatioLabel(Labels.NODE_MEMORY_RECLAIM_RATIO, "memoryReclaimThresholdPercent"),
            new RatioLabel(Labels.NODE_MID_STATIC_CPU_RATIO, "midStaticCPUReservedPercent"),
            new RatioLabel(Labels.NODE_MID_STATIC_MEMORY_RATIO, "midStaticMemoryReservedPercent"));

    private EffectiveStrategy() {}

    private record RatioLabel(String label, String field) {}

    /**
     * The outcome.
     *
     * @param nodeEnabled cluster and node both switch colocation on
     * @param outside values that are in force outside their range; an annotation can say such
     * @param damping how changes of capacity are damped
     * @param estimate how much online work is expected to use
     * @param sources rules that took part, in the order they were laid over each other
     * @param problems what is left out: an annotation or labels that cannot be read, unknown fields
     */
    public record ForNode(
            ColocationStrategy strategy,
            boolean nodeEnabled,
            List<Problem> outside,
            DampingStrategy damping,
            EstimateStrategy estimate,
            List<String> sources,
            List<Problem> problems) {

        public ForNode {
            outside = List.copyOf(outside);
            sources = List.copyOf(sources);
            problems = List.copyOf(problems);
        }

        /** Whether every value is inside its range. */
        public boolean valid() {
            return outside.isEmpty();
        }

        /** The same, where neither batch nor mid exceeds the node. */
        public ForNode boundedByNode() {
            return new ForNode(strategy.boundedByNode(), nodeEnabled, outside, damping, estimate, sources, problems);
        }
    }

    /** Lays everything that concerns a node over the cluster's strategy. */
    public static ForNode of(ColocationConfig config, Map<String, String> labels, Map<String, String> annotations) {
        List<String> sources = new ArrayList<>(List.of("cluster"));
        List<Problem> problems = new ArrayList<>();
        Merged base = config.cluster();
        for (Entry entry : config.entries()) {
            if (entry.selector().matches(labels)) {
                base = entry.merged();
                sources.add("nodeConfigs '" + entry.name() + "'");
                break;
            }
        }
        ObjectNode tree =
                withLabels(withAnnotation(base.tree(), annotations, sources, problems), labels, sources, problems);
        ColocationStrategy strategy = tree.equals(base.tree()) ? base.strategy() : ColocationStrategy.of(tree);
        DampingStrategy damping = tree.path("extensions").equals(base.tree().path("extensions"))
                ? base.damping()
                : DampingExtension.of(tree);
        boolean enabled = config.cluster().strategy().enable() && strategy.enable();
        List<Problem> outside = ColocationConfigReader.outOfRange(
                Annotations.NODE_COLOCATION_STRATEGY, tree, "", Kind.NODE_ENTRY_OUT_OF_RANGE);
        EstimateStrategy estimate = tree.equals(base.tree()) ? base.estimate() : EstimateStrategy.of(tree);
        return new ForNode(strategy, enabled, outside, damping, estimate, sources, problems);
    }

    private static ObjectNode withAnnotation(
            ObjectNode base, Map<String, String> annotations, List<String> sources, List<Problem> problems) {
        String text = annotations.get(Annotations.NODE_COLOCATION_STRATEGY);
        if (text == null) {
            return base;
        }
        Decoded decoded =
                DocumentDecoder.decode(Annotations.NODE_COLOCATION_STRATEGY, text, ColocationSchemas.STRATEGY);
        if (!decoded.readable()) {
            problems.addAll(decoded.problems());
            return base;
        }
        decoded.notes().ignored().stream()
                .filter(one -> one.reason() == Reason.UNKNOWN)
                .forEach(one -> problems.add(unknown(one)));
        sources.add("annotation " + Annotations.NODE_COLOCATION_STRATEGY);
        ObjectNode merged = Overlay.merge(base, decoded.tree(), ColocationSchemas.STRATEGY);
        String key = Annotations.NODE_COLOCATION_STRATEGY;
        ObjectNode estimated = EstimateFields.accepted(merged, base, key, problems);
        return DampingExtension.accepted(estimated, base, key, "", Kind.NODE_ENTRY_OUT_OF_RANGE, problems);
    }

    private static Problem unknown(Ignored field) {
        String path = field.path();
        String parent = path.substring(0, Math.max(0, path.lastIndexOf('.')));
        String allowed = "one of the fields " + String.join(", ", field.siblings());
        String key = Annotations.NODE_COLOCATION_STRATEGY;
        return new Problem(key, parent, field.name(), allowed, field.line(), Kind.UNREADABLE);
    }

    private static ObjectNode withLabels(
            ObjectNode base, Map<String, String> labels, List<String> sources, List<Problem> problems) {
        ObjectNode result = base.deepCopy();
        for (RatioLabel one : RATIO_LABELS) {
            String text = labels.get(one.label());
            OptionalDouble ratio = ratio(text);
            if (text != null && ratio.isEmpty()) {
                String allowed = "a decimal fraction from 0 on, such as 0.8";
                problems.add(new Problem(one.label(), "", text, allowed, 0, Kind.UNREADABLE));
            } else if (ratio.isPresent()) {
                result.put(one.field(), Rounding.truncated(ratio.getAsDouble(), 100));
                sources.add("label " + one.label());
            }
        }
        return result;
    }

    private static OptionalDouble ratio(@Nullable String text) {
        OptionalDouble ratio = text == null ? OptionalDouble.empty() : FloatParser.read(text);
        return ratio.isPresent() && ratio.getAsDouble() >= 0 ? ratio : OptionalDouble.empty();
    }
}
