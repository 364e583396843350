package io.koordbridge.colo.answer;

import static io.koordbridge.colo.answer.Required.field;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/nodes}. */
public record NodesAnswer(List<Node> nodes) {

    public NodesAnswer {
        nodes = List.copyOf(field("nodes", nodes));
    }

    /** One node; null is not known. */
    public record Node(
            String name,
            @Nullable String cluster,
            @Nullable String nodeId,
            String state,
            @Nullable String reason,
            String verdict,
            @Nullable Long originCpuMilli,
            @Nullable Long originMemoryBytes,
            @Nullable Long podsCpuMilli,
            @Nullable Long podsMemoryBytes,
            @Nullable Long leaseCpuMilli,
            @Nullable Long leaseMemoryBytes,
            @Nullable Long rmVcores,
            @Nullable Long rmMemoryMb,
            @Nullable Long usedVcores,
            @Nullable Long usedMemoryMb,
            @Nullable Long freeCpuMilli,
            @Nullable Long freeMemoryBytes,
            @Nullable Long prodCpuMilli,
            @Nullable Long prodMemoryBytes,
            @Nullable BigDecimal metricAgeSeconds) {
        public Node {
            field("nodes.name", name);
            field("nodes.state", state);
            field("nodes.verdict", verdict);
        }
    }
}
