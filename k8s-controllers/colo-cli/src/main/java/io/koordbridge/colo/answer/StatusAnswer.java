package io.koordbridge.colo.answer;

import static io.koordbridge.colo.answer.Required.field;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/status}. */
public record StatusAnswer(
        Instant time,
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
            @Nullable Instant lastGoodCall,
            @Nullable String auth) {
        public Cluster {
            field("clusters.id", id);
            field("clusters.state", state);
        }
    }

    /** Node agents. */
    public record Agents(int total, int reporting) {}

    /** Nodes and their NodeManagers. */
    public record Nodes(int total, int matched, int unmatched) {}

    /** The verdict on all nodes. */
    public record Ledger(String verdict) {
        public Ledger {
            field("ledger.verdict", verdict);
        }
    }

    /** Sums over all nodes; null is not known. */
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
