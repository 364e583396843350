package io.koordbridge.scheduler.loadaware;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Node objects to {@link LoadLimits}; scheduler specification section 18.4. */
@PureCore
public final class LoadLimitsReader {

    private static final long MOST = 100;
    private static final List<String> TYPES = List.of("avg", "p50", "p90", "p95", "p99");

    private final Node node;
    private final List<String> problems = new ArrayList<>();

    private LoadLimitsReader(Node node) {
        this.node = node;
    }

    /** Annotation usage-thresholds. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Document(
            @Nullable Map<String, Long> usageThresholds,
            @Nullable Map<String, Long> prodUsageThresholds,
            @Nullable Aggregated aggregatedUsage) {}

    /** Its part about percentiles. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Aggregated(
            @Nullable Map<String, Long> usageThresholds,
            @Nullable String usageAggregationType,
            @Nullable String usageAggregatedDuration) {}

    static LoadLimits read(Node node) {
        return new LoadLimitsReader(node).read();
    }

    private LoadLimits read() {
        ResourceVector raw = raw();
        Document document =
                annotation(Annotations.NODE_USAGE_THRESHOLDS, Document.class).orElse(new Document(null, null, null));
        return new LoadLimits(
                raw,
                percents(document.usageThresholds(), "usageThresholds"),
                percents(document.prodUsageThresholds(), "prodUsageThresholds"),
                document.aggregatedUsage() == null ? null : aggregated(document.aggregatedUsage()),
                problems);
    }

    private ResourceVector raw() {
        Decoded<Map<String, Quantity>> read = RawAllocatableDocument.of(node);
        read.problems().forEach(one -> problems.add("Node/" + node.getMetadata().getName() + ": " + one.message()));
        return ResourceVector.ofQuantities(read.value());
    }

    private Thresholds.@Nullable OfAggregation aggregated(Aggregated part) {
        Map<String, Long> percents = percents(part.usageThresholds(), "aggregatedUsage.usageThresholds");
        String type = Objects.requireNonNullElse(part.usageAggregationType(), "");
        if (percents.isEmpty() || type.isEmpty()) {
            return null;
        }
        if (!TYPES.contains(type)) {
            problems.add(prefix(Annotations.NODE_USAGE_THRESHOLDS) + "aggregatedUsage.usageAggregationType '" + type
                    + "' is ignored, allowed are " + TYPES);
            return null;
        }
        try {
            String window = Objects.requireNonNullElse(part.usageAggregatedDuration(), "");
            long seconds = window.isEmpty() ? 0 : Duration.parse("PT" + window).toSeconds();
            return new Thresholds.OfAggregation(new UsageReport.Aggregation(type, seconds), percents);
        } catch (DateTimeParseException notADuration) {
            problems.add(prefix(Annotations.NODE_USAGE_THRESHOLDS) + "aggregatedUsage.usageAggregatedDuration '"
                    + part.usageAggregatedDuration() + "' is no duration such as 5m0s");
            return null;
        }
    }

    /** A part with a value that is not allowed has no effect as a whole: the configured one holds. */
    private Map<String, Long> percents(@Nullable Map<String, Long> part, String field) {
        Map<String, Long> percents = Objects.requireNonNullElse(part, Map.of());
        for (Map.Entry<String, Long> one : percents.entrySet()) {
            if (one.getValue() < 0 || one.getValue() > MOST) {
                problems.add(prefix(Annotations.NODE_USAGE_THRESHOLDS) + field + ": " + one.getKey() + " "
                        + one.getValue() + " is not allowed, from 0 to " + MOST
                        + "; the configured thresholds hold");
                return Map.of();
            }
        }
        return percents;
    }

    private <T> Optional<T> annotation(String name, Class<T> type) {
        try {
            return AnnotationCodec.read(node, name, type);
        } catch (BadAnnotationException unreadable) {
            problems.add(unreadable.getMessage());
            return Optional.empty();
        }
    }

    private String prefix(String annotation) {
        return "Node/" + node.getMetadata().getName() + ": annotation " + annotation + ": ";
    }
}
