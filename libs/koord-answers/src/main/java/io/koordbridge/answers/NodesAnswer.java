package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/nodes}.
 *
 * @param cut which part of all nodes this is, null when it is all of them
 */
public record NodesAnswer(
        @JsonFormat(shape = Shape.STRING) @Nullable Instant time,
        List<Node> nodes,
        @JsonInclude(Include.NON_NULL) @Nullable Cut cut) {

    public NodesAnswer {
        nodes = List.copyOf(field("nodes", nodes));
    }

    /** All nodes. */
    public NodesAnswer(@Nullable Instant time, List<Node> nodes) {
        this(time, nodes, null);
    }

    /**
     * A part of the nodes.
     *
     * @param total number of all nodes
     * @param fitting number of nodes that fit the query
     * @param offset fitting nodes before the first one
     */
    public record Cut(int total, int fitting, int offset) {}

    /**
     * One node with YARN.
     *
     * @param rmVcores what the ResourceManager schedules on
     * @param usedVcores what it has allocated
     * @param freeCpuMilli what neither pods nor the lease take
     * @param prodCpuMilli use of everything above batch
     * @param yarnUsageCpuMilli what YARN containers really use
     * @param otherResources what the node has in YARN beside memory and vcores, by type; null when nothing
     */
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
            @Nullable Long leaseVcores,
            @Nullable Long leaseMemoryMb,
            @Nullable Long leaseCpuMilli,
            @Nullable Long leaseMemoryBytes,
            @Nullable Long rmVcores,
            @Nullable Long rmMemoryMb,
            @Nullable Long usedVcores,
            @Nullable Long usedMemoryMb,
            @Nullable Long usedCpuMilli,
            @Nullable Long usedMemoryBytes,
            @Nullable Long freeCpuMilli,
            @Nullable Long freeMemoryBytes,
            @Nullable Long prodCpuMilli,
            @Nullable Long prodMemoryBytes,
            @Nullable Long yarnUsageCpuMilli,
            @Nullable Long yarnUsageMemoryBytes,
            @Nullable BigDecimal metricAgeSeconds,
            @JsonInclude(Include.NON_NULL) @Nullable Map<String, Long> otherResources) {
        public Node {
            field("nodes.name", name);
            field("nodes.state", state);
            field("nodes.verdict", verdict);
        }
    }
}
