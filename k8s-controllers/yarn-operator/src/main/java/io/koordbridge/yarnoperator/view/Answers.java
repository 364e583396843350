package io.koordbridge.yarnoperator.view;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shapes of the JSON answers. Times are RFC 3339 texts, amounts carry their unit in the name, null is not known. */
public final class Answers {

    private Answers() {}

    /** An amount in both units. */
    public record Amount(long vcores, long memoryMB, long milliCpu, long bytes) {

        static Amount of(YarnAmount yarn, YarnConversion conversion) {
            BatchAmount batch = conversion.toBatch(yarn);
            return new Amount(yarn.vcores(), yarn.memoryMb(), batch.milliCpu(), batch.bytes());
        }
    }

    /** One node with YARN. */
    public record NodeAnswer(
            String name,
            @Nullable String cluster,
            @Nullable String nodeId,
            @Nullable String match,
            String state,
            @Nullable String phase,
            @Nullable String waitsFor,
            @Nullable String reason,
            @Nullable BatchAmount capacity,
            @Nullable BatchAmount origin,
            BatchAmount pods,
            BatchAmount thirdParty,
            BatchAmount published,
            Amount lease,
            @Nullable Amount capability,
            @Nullable Amount used,
            int containers,
            @Nullable BatchAmount free,
            @Nullable BatchAmount yarnRealUse,
            @Nullable BatchAmount nodeUsed,
            @Nullable BatchAmount prodUsed,
            @Nullable Double metricAgeSeconds,
            @Nullable Double reportAgeSeconds,
            String verdict,
            BatchAmount excess,
            List<String> problems) {}

    /** {@code GET /api/v1/nodes}. */
    public record NodesAnswer(String time, List<NodeAnswer> nodes, List<UnmatchedAnswer> unmatched) {}

    /** A NodeManager that belongs to no Kubernetes node. */
    public record UnmatchedAnswer(String cluster, String nodeId, String state) {}

    /** One term of an explanation; amounts are null where the term has none. */
    public record TermAnswer(
            String name,
            String symbol,
            @Nullable Long milliCpu,
            @Nullable Long bytes,
            @Nullable Long vcores,
            @Nullable Long memoryMB,
            @Nullable Double ageSeconds,
            String reason) {}

    /** {@code GET /api/v1/nodes/{name}/explain}. */
    public record ExplainAnswer(
            String node,
            String time,
            String state,
            @Nullable String phase,
            @Nullable String cause,
            @Nullable String waitsFor,
            @Nullable String changeSince,
            String summary,
            List<TermAnswer> terms,
            List<LedgerRow> ledger,
            List<Mark> recent,
            List<String> problems) {}

    /** {@code GET /api/v1/ledger}. */
    public record LedgerAnswer(
            String time,
            String verdict,
            long checks,
            long draining,
            long broken,
            Map<String, String> brokenSince,
            List<LedgerRow> rows) {}

    /** One ResourceManager. */
    public record ResourceManagerAnswer(
            String cluster,
            String state,
            @Nullable String lastGood,
            @Nullable Double lastGoodAgeSeconds,
            @Nullable String problem,
            int nodes,
            @Nullable Long pendingVcores,
            @Nullable Long pendingMB) {}

    /** Sums over all nodes with YARN. */
    public record TotalsAnswer(
            @Nullable BatchAmount capacity,
            @Nullable BatchAmount origin,
            BatchAmount pods,
            BatchAmount thirdParty,
            BatchAmount lease,
            @Nullable BatchAmount capability,
            @Nullable BatchAmount used,
            @Nullable BatchAmount free,
            @Nullable BatchAmount yarnRealUse,
            @Nullable BatchAmount nodeUsed,
            @Nullable BatchAmount prodUsed) {}

    /** {@code GET /api/v1/status}. */
    public record StatusAnswer(
            String time,
            boolean leader,
            @Nullable String leaderSince,
            boolean apiServerLive,
            List<ResourceManagerAnswer> resourceManagers,
            int agentsReporting,
            int nodes,
            Map<String, Integer> nodesByState,
            TotalsAnswer totals,
            String ledgerVerdict,
            long ledgerChecks,
            List<String> advice) {}

    /** One sample; null is not known. */
    public record SampleAnswer(
            long t,
            @Nullable BatchAmount origin,
            BatchAmount pods,
            BatchAmount lease,
            @Nullable BatchAmount capability,
            @Nullable BatchAmount used,
            @Nullable BatchAmount prodUsed,
            String verdict) {}

    /** One event. */
    public record MarkAnswer(long t, String node, String kind, String text) {}

    /** {@code GET /api/v1/timeline}. */
    public record TimelineAnswer(long now, List<SampleAnswer> samples, List<MarkAnswer> events) {}
}
