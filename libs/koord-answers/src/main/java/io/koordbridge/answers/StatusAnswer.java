package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/status}. */
public record StatusAnswer(
        @JsonFormat(shape = Shape.STRING) Instant time,
        @Nullable Boolean leader,
        @Nullable String identity,
        List<Cluster> clusters,
        Agents agents,
        Nodes nodes,
        Totals totals,
        Ledger ledger,
        List<String> problems) {

    public StatusAnswer {
        field("time", time);
        field("agents", agents);
        field("nodes", nodes);
        field("totals", totals);
        field("ledger", ledger);
        clusters = List.copyOf(field("clusters", clusters));
        problems = List.copyOf(field("problems", problems));
    }

    /** One YARN cluster. */
    public record Cluster(
            String id,
            @Nullable String resourceManager,
            String state,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant lastGoodCall,
            @Nullable String auth) {
        public Cluster {
            field("clusters.id", id);
            field("clusters.state", state);
        }
    }

    /** Node agents of the nodes with YARN. */
    public record Agents(int total, int reporting) {}

    /** Nodes with YARN, and how many of them a ResourceManager knows. */
    public record Nodes(int total, int matched, int unmatched) {}

    /** The verdict on all nodes. */
    public record Ledger(String verdict) {
        public Ledger {
            field("ledger.verdict", verdict);
        }
    }

    /** Sums over the nodes with YARN. */
    public record Totals(
            @Nullable Long capacityCpuMilli,
            @Nullable Long capacityMemoryBytes,
            @Nullable Long prodCpuMilli,
            @Nullable Long prodMemoryBytes,
            @Nullable Long originCpuMilli,
            @Nullable Long originMemoryBytes,
            @Nullable Long podsCpuMilli,
            @Nullable Long podsMemoryBytes,
            @Nullable Long leaseCpuMilli,
            @Nullable Long leaseMemoryBytes,
            @Nullable Long usedCpuMilli,
            @Nullable Long usedMemoryBytes,
            @Nullable Long yarnUsageCpuMilli,
            @Nullable Long yarnUsageMemoryBytes) {}
}
