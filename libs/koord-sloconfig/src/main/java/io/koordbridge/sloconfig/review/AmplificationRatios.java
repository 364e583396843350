package io.koordbridge.sloconfig.review;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Ratios of {@code resource-amplification-config} that a node's calculation refuses, or that change nothing. */
@PureCore
final class AmplificationRatios {

    private static final String RATIOS = "resourceAmplificationRatio";
    private static final Set<String> AMPLIFIED = Set.of(ResourceNames.CPU, ResourceNames.MEMORY);

    private AmplificationRatios() {}

    static List<Finding> of(Decoded decoded) {
        List<Finding> findings = new ArrayList<>();
        add(decoded, decoded.tree(), "", findings);
        JsonNode entries = decoded.tree().path("nodeConfigs");
        for (int i = 0; i < entries.size(); i++) {
            add(decoded, entries.get(i), "nodeConfigs[" + i + "].", findings);
        }
        return findings;
    }

    private static void add(Decoded decoded, JsonNode strategy, String path, List<Finding> findings) {
        strategy.path(RATIOS).properties().forEach(ratio -> {
            String field = path + RATIOS + "." + ratio.getKey();
            int line = decoded.notes().line(field);
            if (ratio.getValue().asDouble() < 1) {
                findings.add(tooLow(ratio.getKey(), ratio.getValue(), field, line));
            } else if (!AMPLIFIED.contains(ratio.getKey())) {
                String problem = "only written into the annotation: no other resource is amplified";
                findings.add(finding(Severity.WARNING, line, field, problem, "cpu, memory"));
            }
        });
    }

    /** The normalization ratio of a node multiplies the factor of its CPU and can lift it. */
    private static Finding tooLow(String resource, JsonNode ratio, String field, int line) {
        boolean cpu = resource.equals(ResourceNames.CPU);
        String problem = cpu
                ? ratio + " is taken only where normalization lifts it to 1"
                : ratio + " is not allowed, no ratio of such a node is taken";
        return finding(cpu ? Severity.WARNING : Severity.ERROR, line, field, problem, ">= 1");
    }

    private static Finding finding(Severity severity, int line, String field, String problem, String allowed) {
        return new Finding(severity, line, NodeRatioSchemas.AMPLIFICATION.key(), field, problem, allowed);
    }
}
