package io.koordbridge.capacity.protection;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a judgement about a node rests on.
 *
 * @param agent why the agent does not hold batch work back, as it wrote into the annotation, cut to a line; any text
 *     counts, null where absent
 * @param suppression what the NodeSLO says, null where there is no NodeSLO
 * @param reportedAt time of the agent's last report, null without one
 * @param seenAt when this process first saw that report, null without one
 * @param reportPeriod period of the reports
 * @param memory what is known of evictions for memory
 */
@PureCore
public record ProtectionFacts(
        @Nullable String agent,
        @Nullable Boolean suppression,
        @Nullable Instant reportedAt,
        @Nullable Instant seenAt,
        Duration reportPeriod,
        MemoryFacts memory) {

    private static final long DEFAULT_PERIOD_SECONDS = 60;
    private static final long LONGEST_PERIOD_SECONDS = Duration.ofDays(1).toSeconds();
    private static final int LONGEST_WORDS = 200;

    /** A report as it matters here: the settings that it follows, its own time, and when this process saw it. */
    public record Reported(
            @Nullable NodeMetricSpec spec, @Nullable Instant at, Instant seenAt) {}

    /**
     * What a node shows.
     *
     * @param slo spec of its NodeSLO, null without one
     * @param report its last report, null without a NodeMetric
     */
    public static ProtectionFacts of(Node node, @Nullable NodeSloSpec slo, @Nullable Reported report) {
        String agent = orEmpty(node.getMetadata().getAnnotations()).get(Annotations.NODE_UNPROTECTED);
        return new ProtectionFacts(
                agent == null ? null : agent.substring(0, Math.min(agent.length(), LONGEST_WORDS)),
                slo == null ? null : suppresses(slo),
                report == null ? null : report.at(),
                report == null ? null : report.seenAt(),
                period(report == null ? null : report.spec()),
                MemoryFacts.of(node, slo));
    }

    private static boolean suppresses(NodeSloSpec slo) {
        return slo.resourceUsedThresholdWithBE() != null
                && Boolean.TRUE.equals(slo.resourceUsedThresholdWithBE().enable());
    }

    /** A period below a second is none, and one above a day counts as a day. */
    private static Duration period(@Nullable NodeMetricSpec spec) {
        long seconds = Optional.ofNullable(spec)
                .map(NodeMetricSpec::metricCollectPolicy)
                .map(MetricCollectPolicy::reportIntervalSeconds)
                .filter(value -> value > 0)
                .orElse(DEFAULT_PERIOD_SECONDS);
        return Duration.ofSeconds(Math.min(seconds, LONGEST_PERIOD_SECONDS));
    }
}
