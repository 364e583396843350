package io.koordbridge.capacity.cpunormalization;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.CpuBasicInfo;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome.Reason;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The normalization ratio of a node's CPUs; manager specification section 8.6. */
@PureCore
public final class CpuNormalization {

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
    private static final double LEAST_DIFFERENCE = 0.01;

    private CpuNormalization() {}

    /**
     * The ratio now.
     *
     * @param config what is in force for the key cpu-normalization-config
     * @param labels labels of the Node
     * @param topologyAnnotations annotations of its NodeResourceTopology, null when there is no such object
     */
    public static NormalizationOutcome calculate(
            KeyState config, Map<String, String> labels, @Nullable Map<String, String> topologyAnnotations) {
        if (!config.available()) {
            return NormalizationOutcome.failure(Reason.CONFIG_UNAVAILABLE, NodeRatioSchemas.NORMALIZATION.key(), null);
        }
        ObjectNode strategy = config.config().forNode(labels);
        String label = labels.get(Labels.NODE_CPU_NORMALIZATION_ENABLED);
        if (label != null && !TRUE.contains(label) && !FALSE.contains(label)) {
            return NormalizationOutcome.failure(Reason.LABEL_INVALID, label, null);
        }
        boolean enabled = label == null ? strategy.path("enable").asBoolean() : TRUE.contains(label);
        return enabled
                ? ofTopology(strategy, topologyAnnotations)
                : new NormalizationOutcome(Reason.SWITCHED_OFF, 1, "", null);
    }

    private static NormalizationOutcome ofTopology(ObjectNode strategy, @Nullable Map<String, String> annotations) {
        if (annotations == null) {
            return NormalizationOutcome.failure(Reason.TOPOLOGY_MISSING, "", null);
        }
        String text = annotations.get(Annotations.NRT_CPU_BASIC_INFO);
        if (text == null) {
            return NormalizationOutcome.failure(Reason.CPU_INFO_MISSING, Annotations.NRT_CPU_BASIC_INFO, null);
        }
        Decoded<CpuBasicInfo> info = TopologyDocuments.basicInfo(text);
        return info.isGood()
                ? ofCpu(strategy, CpuFacts.of(info.value()))
                : NormalizationOutcome.failure(Reason.CPU_INFO_INVALID, text, null);
    }

    private static NormalizationOutcome ofCpu(ObjectNode strategy, CpuFacts cpu) {
        String where = cpu.model() + ": " + cpu.ratioField();
        JsonNode ofModel = strategy.path("ratioModel").path(cpu.model()).path(cpu.ratioField());
        if (ofModel.isNumber()) {
            return within(Reason.RATIO_OF_MODEL, ofModel.doubleValue(), where, cpu);
        }
        JsonNode byDefault = strategy.path("defaultRatio");
        return byDefault.isNumber()
                ? within(Reason.DEFAULT_RATIO, byDefault.doubleValue(), where, cpu)
                : NormalizationOutcome.failure(Reason.RATIO_MISSING, where, cpu);
    }

    private static NormalizationOutcome within(Reason reason, double ratio, String where, CpuFacts cpu) {
        boolean accepted = ratio >= NodeRatioSchemas.NORMALIZATION_RATIO.lowest()
                && ratio <= NodeRatioSchemas.NORMALIZATION_RATIO.highest();
        return accepted
                ? new NormalizationOutcome(reason, ratio, where, cpu)
                : NormalizationOutcome.failure(
                        Reason.RATIO_OUT_OF_RANGE,
                        where + " = " + ratio + ", allowed: " + NodeRatioSchemas.NORMALIZATION_RATIO.words(),
                        cpu);
    }

    /** Whether the annotation of the prepared node is worth a write of the node's metadata. */
    public static boolean metaCheck(@Nullable String shown, @Nullable String prepared) {
        Decoded<Double> before = NodeRatioDocument.normalization(shown);
        if (!before.isGood()) {
            return true;
        }
        Decoded<Double> after = NodeRatioDocument.normalization(prepared);
        if (!after.isGood()) {
            return false;
        }
        if (before.isAbsent() || after.isAbsent()) {
            return before.isAbsent() != after.isAbsent();
        }
        double left = before.orElse(1.0);
        double right = after.orElse(1.0);
        return left > right + LEAST_DIFFERENCE || left < right - LEAST_DIFFERENCE;
    }
}
