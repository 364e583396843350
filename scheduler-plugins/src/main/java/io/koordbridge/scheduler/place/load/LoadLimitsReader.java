package io.koordbridge.scheduler.place.load;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.api.document.node.UsageThresholdsDocument;
import io.koordbridge.api.document.node.UsageThresholdsDocument.Aggregated;
import io.koordbridge.api.document.node.UsageThresholdsDocument.UsageThresholds;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node objects to {@link LoadLimits}; scheduler specification section 18.4. */
@PureCore
public final class LoadLimitsReader {

    private final Node node;
    private final List<String> problems = new ArrayList<>();

    private LoadLimitsReader(Node node) {
        this.node = node;
    }

    static LoadLimits read(Node node) {
        return new LoadLimitsReader(node).read();
    }

    private LoadLimits read() {
        Decoded<Map<String, Quantity>> raw = RawAllocatableDocument.of(node);
        Decoded<UsageThresholds> read = UsageThresholdsDocument.of(node);
        raw.problems().forEach(one -> problems.add(prefix() + one.message()));
        read.problems()
                .forEach(one -> problems.add(prefix() + one.message() + "; the configured thresholds are in force"));
        UsageThresholds document = read.orElse(UsageThresholds.NONE);
        return new LoadLimits(
                ResourceVector.ofQuantities(raw.value()),
                document.usageThresholds(),
                document.prodUsageThresholds(),
                document.aggregatedUsage() == null ? null : aggregated(document.aggregatedUsage()),
                problems);
    }

    private Thresholds.@Nullable OfAggregation aggregated(Aggregated part) {
        Decoded<Duration> window = GoDurations.read(
                part.usageAggregatedDuration(),
                Duration.ZERO,
                Annotations.NODE_USAGE_THRESHOLDS,
                "aggregatedUsage.usageAggregatedDuration");
        window.problems().forEach(problem -> problems.add(prefix() + problem.message()));
        return window.isGood()
                ? new Thresholds.OfAggregation(
                        UsageReport.Aggregation.over(part.usageAggregationType(), window.orElse(Duration.ZERO)),
                        part.usageThresholds())
                : null;
    }

    private String prefix() {
        return "Node/" + node.getMetadata().getName() + ": ";
    }
}
