package io.koordbridge.capacity.resourceamplification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome.Reason;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The amplification ratios of a node; manager specification section 8.7. */
@PureCore
public final class ResourceAmplification {

    private ResourceAmplification() {}

    /**
     * The ratios now.
     *
     * @param config what is in force for the key resource-amplification-config
     * @param labels labels of the Node
     * @param annotations annotations that the Node shows; its normalization ratio counts, not one calculated just now
     */
    public static AmplificationOutcome calculate(
            KeyState config, Map<String, String> labels, Map<String, String> annotations) {
        if (!config.available()) {
            return AmplificationOutcome.failure(Reason.CONFIG_UNAVAILABLE, 1, NodeRatioSchemas.AMPLIFICATION.key());
        }
        SortedMap<String, Double> ratios = configured(config.config().forNode(labels));
        String text = annotations.get(Annotations.NODE_CPU_NORMALIZATION_RATIO);
        Decoded<Double> normalization = NodeRatioDocument.normalization(text);
        if (!normalization.isGood()) {
            return AmplificationOutcome.failure(Reason.NORMALIZATION_INVALID, 1, String.valueOf(text));
        }
        double configuredCpu = ratios.getOrDefault(ResourceNames.CPU, 0.0);
        double cpuFactor = (configuredCpu > 0 ? configuredCpu : 1) * normalization.orElse(1.0);
        if (!Double.isFinite(cpuFactor)) {
            return AmplificationOutcome.failure(Reason.NORMALIZATION_INVALID, 1, "cpu = " + cpuFactor);
        }
        if (cpuFactor > 1) {
            ratios.put(ResourceNames.CPU, cpuFactor);
        }
        Optional<String> low = ratios.entrySet().stream()
                .filter(entry -> entry.getValue() < 1)
                .map(entry -> entry.getKey() + " = " + entry.getValue() + ", allowed: >= 1")
                .findFirst();
        if (low.isPresent()) {
            return AmplificationOutcome.failure(Reason.RATIO_BELOW_ONE, cpuFactor, low.get());
        }
        Reason reason = ratios.isEmpty() ? Reason.NOTHING_TO_AMPLIFY : Reason.CALCULATED;
        return new AmplificationOutcome(reason, ratios, cpuFactor, "");
    }

    private static SortedMap<String, Double> configured(ObjectNode strategy) {
        SortedMap<String, Double> ratios = new TreeMap<>();
        if (strategy.path("enable").asBoolean()) {
            strategy.path("resourceAmplificationRatio")
                    .properties()
                    .forEach(
                            entry -> ratios.put(entry.getKey(), entry.getValue().doubleValue()));
        }
        return ratios;
    }

    /** Whether the annotation of the prepared node is worth a write of the node's metadata. */
    public static boolean metaCheck(@Nullable String shown, @Nullable String prepared) {
        String before = shown == null ? "" : shown;
        return !before.equals(prepared == null ? "" : prepared);
    }
}
