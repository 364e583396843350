package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code scheduling.koordinator.sh/usage-thresholds} of a Node: limits of load instead of the configured ones, in percent by
 * resource. Cluster administrators write it.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>percentages from 0 to 100</td><td>as written</td><td>none</td></tr>
 * <tr><td>a part with another percentage</td><td>without that part</td><td>yes</td></tr>
 * <tr><td>a percentile other than avg, p50, p90, p95, p99</td><td>without the part about percentiles</td><td>yes</td></tr>
 * <tr><td>a part about percentiles without thresholds or type</td><td>without that part</td><td>none</td></tr>
 * <tr><td>text that is not JSON or not of the shape</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>koord-scheduler reads it: for a part without a value the configured thresholds are in force, as recorded, with event
 * BadUsageThresholds. koord-descheduler has thresholds of its configuration only.
 */
@PureCore
public final class UsageThresholdsDocument {

    private static final String KEY = Annotations.NODE_USAGE_THRESHOLDS;
    private static final long MOST = 100;
    private static final List<String> TYPES = List.of("avg", "p50", "p90", "p95", "p99");

    private UsageThresholdsDocument() {}

    /** Thresholds of a node; of the readable document no part is null but the one about percentiles. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record UsageThresholds(
            Map<String, Long> usageThresholds,
            Map<String, Long> prodUsageThresholds,
            @Nullable Aggregated aggregatedUsage) {

        public static final UsageThresholds NONE = new UsageThresholds(Map.of(), Map.of(), null);

        public UsageThresholds {
            usageThresholds = Map.copyOf(Objects.requireNonNullElse(usageThresholds, Map.of()));
            prodUsageThresholds = Map.copyOf(Objects.requireNonNullElse(prodUsageThresholds, Map.of()));
        }
    }

    /**
     * The part about percentiles.
     *
     * @param usageAggregatedDuration text of a duration, null for the longest one that is reported
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Aggregated(
            Map<String, Long> usageThresholds,
            String usageAggregationType,
            @Nullable String usageAggregatedDuration) {

        public Aggregated {
            usageThresholds = Map.copyOf(Objects.requireNonNullElse(usageThresholds, Map.of()));
            usageAggregationType = Objects.requireNonNullElse(usageAggregationType, "");
        }
    }

    /** Reads the annotation of a Node. */
    public static Decoded<UsageThresholds> of(HasMetadata node) {
        return read(AnnotationCodec.text(node, KEY).orElse(null));
    }

    /** Reads a text, null when absent. */
    public static Decoded<UsageThresholds> read(@Nullable String text) {
        Decoded<UsageThresholds> decoded = JsonDocument.of(
                text, KEY, UsageThresholds.class, "a JSON object such as {\"usageThresholds\": {\"cpu\": 65}}");
        UsageThresholds written = decoded.value();
        if (written == null) {
            return decoded;
        }
        List<WireProblem> problems = new ArrayList<>();
        return new Decoded<>(
                new UsageThresholds(
                        percents(written.usageThresholds(), "usageThresholds", problems),
                        percents(written.prodUsageThresholds(), "prodUsageThresholds", problems),
                        aggregated(written.aggregatedUsage(), problems)),
                problems);
    }

    private static @Nullable Aggregated aggregated(@Nullable Aggregated part, List<WireProblem> problems) {
        if (part == null) {
            return null;
        }
        Map<String, Long> percents = percents(part.usageThresholds(), "aggregatedUsage.usageThresholds", problems);
        String type = part.usageAggregationType();
        if (percents.isEmpty() || type.isEmpty()) {
            return null;
        }
        if (!TYPES.contains(type)) {
            problems.add(new WireProblem(KEY, "aggregatedUsage.usageAggregationType", type, String.join(", ", TYPES)));
            return null;
        }
        return new Aggregated(percents, type, part.usageAggregatedDuration());
    }

    private static Map<String, Long> percents(Map<String, Long> part, String field, List<WireProblem> problems) {
        for (Map.Entry<String, Long> one : part.entrySet()) {
            if (one.getValue() < 0 || one.getValue() > MOST) {
                problems.add(new WireProblem(
                        KEY, field + "." + one.getKey(), one.getValue().toString(), "from 0 to " + MOST));
                return Map.of();
            }
        }
        return part;
    }
}
