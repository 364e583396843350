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
     * @param rmCpuMilli the same in cores, by the ratio of the cluster
     * @param usedVcores what it has allocated
     * @param freeCpuMilli what neither pods nor the lease take
     * @param prodCpuMilli use of everything above batch
     * @param yarnUsageCpuMilli what YARN containers really use
     * @param otherResources what the node has in YARN beside memory and vcores, by type; null when nothing
     * @param shrink the deadline of a shrink under way, null without one
     * @param orders what people or Kubernetes asked of the node; null when nothing
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
            @Nullable Long rmCpuMilli,
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
            @JsonInclude(Include.NON_NULL) @Nullable Map<String, Long> otherResources,
            @JsonInclude(Include.NON_NULL) @Nullable Shrink shrink,
            @JsonInclude(Include.NON_NULL) @Nullable Orders orders) {
        public Node {
            field("nodes.name", name);
            field("nodes.state", state);
            field("nodes.verdict", verdict);
        }
    }

    /**
     * A shrink under way.
     *
     * @param deadline containers that stay until then are preempted
     * @param secondsLeft from the time of the answer on, 0 when the deadline is over
     * @param goalCpuMilli lease that the shrink ends with
     */
    public record Shrink(
            @JsonFormat(shape = Shape.STRING) Instant deadline,
            long secondsLeft,
            @Nullable Long goalCpuMilli,
            @Nullable Long goalMemoryBytes) {
        public Shrink {
            field("shrink.deadline", deadline);
        }
    }

    /**
     * What was asked of a node.
     *
     * @param drain the drain under way, or the last one while what asked for it is still there; null without one
     * @param frozen null unless the lease neither grows nor shrinks by policy
     */
    public record Orders(
            @JsonInclude(Include.NON_NULL) @Nullable Drain drain,
            @JsonInclude(Include.NON_NULL) @Nullable Frozen frozen) {}

    /**
     * A drain.
     *
     * @param id of the annotation {@code yarn-drain}; {@code pod/UID} of a NodeManager pod that is deleted, {@code soft-eviction/UID} of one that
     *     a descheduler wants gone
     * @param state {@code DRAINING}, {@code HELD} while only application masters are left, {@code DRAINED}, and at its end {@code DONE} or
     *     {@code FAILED}
     * @param since when this operator saw it first
     * @param deadline by when containers have left
     * @param containers that are left
     * @param masters that are left, those whose names are known
     * @param text one sentence
     */
    public record Drain(
            String id,
            String state,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant since,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant deadline,
            int containers,
            List<Master> masters,
            String text) {
        public Drain {
            field("drain.id", id);
            field("drain.state", state);
            masters = List.copyOf(field("drain.masters", masters));
        }
    }

    /** An application master. */
    public record Master(String application, String container) {}

    /** An order to leave the lease as it is. */
    public record Frozen(@Nullable String time, @Nullable String reason) {}
}
