package io.koordbridge.scheduler.facts.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Node annotations to {@link NodeRatios}. */
@PureCore
public final class NodeRatioReader {

    private static final double LARGEST_NORMALIZATION = 5;

    private NodeRatioReader() {}

    /** The ratios of a node; what is absent counts as 1, and amplification that cannot be read places no pod with cpu. */
    public static NodeRatios read(Node node) {
        List<String> problems = new ArrayList<>();
        String name = "Node/" + node.getMetadata().getName() + ": ";
        double normalization = normalization(node, name, problems);
        Decoded<Map<String, Double>> read = NodeRatioDocument.amplification(
                AnnotationCodec.text(node, Annotations.NODE_AMPLIFICATION_RATIO).orElse(null));
        Map<String, Double> ratios = read.orElse(Map.of());
        boolean unreadable = read.found().isEmpty() && !read.isAbsent();
        String effect = unreadable ? "; no pod that requests cpu is placed" : "; counts as 1";
        for (WireProblem problem : read.problems()) {
            problems.add(name + problem.message() + effect);
        }
        double cpu = Math.max(1, ratios.getOrDefault(ResourceNames.CPU, 1.0));
        return new NodeRatios(cpu, ratios, unreadable, normalization, problems);
    }

    private static double normalization(Node node, String name, List<String> problems) {
        Decoded<Double> read =
                NodeRatioDocument.normalization(AnnotationCodec.text(node, Annotations.NODE_CPU_NORMALIZATION_RATIO)
                        .orElse(null));
        for (WireProblem problem : read.problems()) {
            problems.add(name + problem.message() + "; counts as 1");
        }
        double ratio = read.orElse(1.0);
        if (ratio < 1 || ratio > LARGEST_NORMALIZATION) {
            problems.add(name + "annotation " + Annotations.NODE_CPU_NORMALIZATION_RATIO + " = '" + ratio
                    + "' counts as it is, allowed is a number from 1.00 to 5.00");
        }
        return ratio;
    }
}
