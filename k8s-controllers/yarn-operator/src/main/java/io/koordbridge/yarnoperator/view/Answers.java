package io.koordbridge.yarnoperator.view;

import io.koordbridge.yarnoperator.ledger.LedgerRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shapes of the JSON answers; {@code docs/reference/operator-api.md}. Null is not known, never 0. */
public final class Answers {

    private Answers() {}

    /** {@code GET /api/v1/status}. */
    public record StatusAnswer(
            String time,
            boolean leader,
            String identity,
            List<ClusterAnswer> clusters,
            AgentsAnswer agents,
            MatchedAnswer nodes,
            TotalsAnswer totals,
            VerdictAnswer ledger,
            List<String> problems) {}

    /** One YARN cluster. */
    public record ClusterAnswer(
            String id,
            String resourceManager,
            String state,
            @Nullable String lastGoodCall,
            String auth) {}

    /** Node agents of the nodes with YARN. */
    public record AgentsAnswer(int total, int reporting) {}

    /** Nodes with YARN, and how many of them a ResourceManager knows. */
    public record MatchedAnswer(int total, int matched, int unmatched) {}

    /** The verdict on all nodes. */
    public record VerdictAnswer(String verdict) {}

    /** Sums over the nodes with YARN. */
    public record TotalsAnswer(
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

    /** {@code GET /api/v1/nodes}. */
    public record NodesAnswer(String time, List<NodeAnswer> nodes) {}

    /** One node with YARN. */
    public record NodeAnswer(
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
            @Nullable Double metricAgeSeconds) {}

    /** {@code GET /api/v1/nodes/{name}/explain}. */
    public record ExplainAnswer(String node, String time, String decision, String reason, List<TermAnswer> terms) {}

    /** One term of a decision. */
    public record TermAnswer(
            String name,
            @Nullable Long value,
            String unit,
            String source,
            @Nullable Double ageSeconds) {}

    /** {@code GET /api/v1/ledger}. */
    public record LedgerAnswer(String time, String verdict, long checks, long brokenChecks, List<LedgerRow> rows) {}

    /** {@code GET /api/v1/timeline}. */
    public record TimelineAnswer(List<PointAnswer> points, List<EventAnswer> events) {}

    /** Sums at one time. */
    public record PointAnswer(
            long at,
            @Nullable Long originCpuMilli,
            @Nullable Long podsCpuMilli,
            @Nullable Long leaseCpuMilli,
            @Nullable Long rmCpuMilli,
            @Nullable Long usedCpuMilli,
            @Nullable Long prodCpuMilli) {}

    /** Something that happened. */
    public record EventAnswer(long at, @Nullable String node, String kind, String message) {}
}
