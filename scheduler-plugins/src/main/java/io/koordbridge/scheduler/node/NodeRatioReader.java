package io.koordbridge.scheduler.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Node annotations to {@link NodeRatios}. */
@PureCore
public final class NodeRatioReader {

    private static final double LARGEST_NORMALIZATION = 5;

    private NodeRatioReader() {}

    /** The ratios of a node; what is absent counts as 1. */
    public static NodeRatios read(Node node) {
        List<String> problems = new ArrayList<>();
        double normalization = normalization(node, problems);
        try {
            Map<String, Double> ratios = AnnotationCodec.read(
                            node, Annotations.NODE_AMPLIFICATION_RATIO, JsonNode.class)
                    .map(NodeRatioReader::ratios)
                    .orElse(Map.of());
            double amplification = ratios.getOrDefault(ResourceNames.CPU, 1.0);
            if (amplification < 1) {
                problems.add("Node/" + node.getMetadata().getName() + ": annotation "
                        + Annotations.NODE_AMPLIFICATION_RATIO + ": ratio of cpu " + amplification
                        + " counts as 1, allowed is 1.00 and more");
            }
            return new NodeRatios(Math.max(1, amplification), ratios, false, normalization, problems);
        } catch (BadAnnotationException unreadable) {
            problems.add(unreadable.getMessage());
        } catch (IllegalArgumentException notARatio) {
            problems.add("Node/" + node.getMetadata().getName() + ": annotation " + Annotations.NODE_AMPLIFICATION_RATIO
                    + ": " + notARatio.getMessage());
        }
        return new NodeRatios(1, Map.of(), true, normalization, problems);
    }

    private static Map<String, Double> ratios(JsonNode tree) {
        if (tree.isNull()) {
            return Map.of();
        }
        if (!tree.isObject()) {
            throw new IllegalArgumentException("'" + tree + "' is not a map of resource to ratio");
        }
        Map<String, Double> ratios = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : tree.properties()) {
            if (!entry.getValue().isNumber()) {
                throw new IllegalArgumentException("ratio of " + entry.getKey() + " '" + entry.getValue()
                        + "' is not a number, allowed is 1.00 and more");
            }
            ratios.put(entry.getKey(), entry.getValue().doubleValue());
        }
        return ratios;
    }

    private static double normalization(Node node, List<String> problems) {
        String text = AnnotationCodec.text(node, Annotations.NODE_CPU_NORMALIZATION_RATIO)
                .orElse("1");
        double ratio = number(text);
        boolean counts = ratio > 0 && Double.isFinite(ratio);
        if (!counts || ratio < 1 || ratio > LARGEST_NORMALIZATION) {
            problems.add("Node/" + node.getMetadata().getName() + ": annotation "
                    + Annotations.NODE_CPU_NORMALIZATION_RATIO + " = '" + text + "' counts as "
                    + (counts ? "it is" : "1") + ", allowed is a number from 1.00 to 5.00");
        }
        return counts ? ratio : 1;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }
}
