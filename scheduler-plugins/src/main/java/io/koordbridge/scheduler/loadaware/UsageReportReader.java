package io.koordbridge.scheduler.loadaware;

import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.loadaware.UsageReport.Aggregation;
import io.koordbridge.scheduler.loadaware.UsageReport.OfPod;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** NodeMetric objects to {@link UsageReport}; scheduler specification section 18.3. */
@PureCore
public final class UsageReportReader {

    /** Begin of a problem whose words differ with each report. */
    static final String FUTURE = "status.updateTime is in the future: ";

    private static final long DEFAULT_INTERVAL_SECONDS = 60;
    private static final long LONGEST_INTERVAL_SECONDS = 86_400;

    private final NodeMetric object;
    private final List<String> problems = new ArrayList<>();

    private UsageReportReader(NodeMetric object) {
        this.object = object;
    }

    /**
     * Reads a report, not expired.
     *
     * @param before the report before, null for the first: its time holds when this one has none
     * @param now a report that was made later is not believed: it counts as one without a time
     */
    public static UsageReport read(NodeMetric object, @Nullable UsageReport before, Instant now) {
        return new UsageReportReader(object).read(before, now);
    }

    private UsageReport read(@Nullable UsageReport before, Instant now) {
        NodeMetricStatus status = Objects.requireNonNullElseGet(
                object.getStatus(), () -> new NodeMetricStatus(null, null, null, null, null, null));
        long interval = Duration.ofSeconds(intervalSeconds()).toMillis();
        NodeMetricInfo info = status.nodeMetric();
        return new UsageReport(
                updated(status.updateTime(), before, now.plusMillis(interval)),
                interval,
                false,
                info == null ? null : ofNode(info),
                info == null ? ResourceVector.EMPTY : vector(info.systemUsage(), "systemUsage"),
                info == null ? Map.of() : aggregated(info),
                pods(status),
                problems);
    }

    private long updated(@Nullable Instant time, @Nullable UsageReport before, Instant latest) {
        if (time == null) {
            return before == null ? PodTimes.UNKNOWN : before.updatedMillis();
        }
        if (time.isAfter(latest)) {
            problems.add(FUTURE + time + " counts as too old, allowed is " + latest + " at most");
            return PodTimes.UNKNOWN;
        }
        return time.toEpochMilli();
    }

    private long intervalSeconds() {
        Long seconds = object.getSpec() == null || object.getSpec().metricCollectPolicy() == null
                ? null
                : object.getSpec().metricCollectPolicy().reportIntervalSeconds();
        if (seconds == null) {
            return DEFAULT_INTERVAL_SECONDS;
        }
        if (seconds < 0 || seconds > LONGEST_INTERVAL_SECONDS) {
            problems.add("spec.metricCollectPolicy.reportIntervalSeconds " + seconds + " counts as "
                    + DEFAULT_INTERVAL_SECONDS + ", allowed are 0 to " + LONGEST_INTERVAL_SECONDS);
            return DEFAULT_INTERVAL_SECONDS;
        }
        return seconds;
    }

    private @Nullable ResourceVector ofNode(NodeMetricInfo info) {
        ResourceVector usage = vector(info.nodeUsage(), "nodeUsage");
        if (usage.names().isEmpty()) {
            problems.add("status.nodeMetric.nodeUsage says nothing: the node's usage counts as unknown");
            return null;
        }
        return usage;
    }

    private Map<Aggregation, ResourceVector> aggregated(NodeMetricInfo info) {
        Map<Aggregation, ResourceVector> all = new HashMap<>();
        Map<String, Long> longest = new HashMap<>();
        for (AggregatedUsage one :
                Objects.requireNonNullElse(info.aggregatedNodeUsages(), List.<AggregatedUsage>of())) {
            long seconds = seconds(one.duration());
            Objects.requireNonNullElse(one.usage(), Map.<String, ResourceUsage>of())
                    .forEach((type, usage) -> {
                        ResourceVector vector = vector(usage, "aggregatedNodeUsages");
                        if (!vector.names().isEmpty()) {
                            all.put(new Aggregation(type, seconds), vector);
                            if (seconds >= longest.getOrDefault(type, -1L)) {
                                longest.put(type, seconds);
                                all.put(new Aggregation(type, 0), vector);
                            }
                        }
                    });
        }
        return all;
    }

    private long seconds(@Nullable String duration) {
        try {
            return duration == null || duration.isEmpty()
                    ? 0
                    : Duration.parse("PT" + duration).toSeconds();
        } catch (DateTimeParseException notADuration) {
            problems.add("status.nodeMetric.aggregatedNodeUsages: '" + duration + "' is no duration such as 5m0s");
            return 0;
        }
    }

    private Map<String, OfPod> pods(NodeMetricStatus status) {
        Map<String, OfPod> pods = new HashMap<>();
        for (PodMetricInfo pod : Objects.requireNonNullElse(status.podsMetric(), List.<PodMetricInfo>of())) {
            ResourceVector usage = vector(pod.podUsage(), "podsMetric");
            if (!usage.names().isEmpty()) {
                boolean prod = PriorityClass.PROD.wireName().equals(pod.priority());
                pods.put(
                        Objects.requireNonNullElse(pod.namespace(), "default") + "/" + pod.name(),
                        new OfPod(usage, prod));
            }
        }
        return pods;
    }

    private ResourceVector vector(@Nullable ResourceUsage usage, String where) {
        try {
            return usage == null ? ResourceVector.EMPTY : ResourceVector.ofQuantities(usage.resources());
        } catch (IllegalArgumentException | ArithmeticException notANumber) {
            problems.add("status." + where + ": " + notANumber.getMessage());
            return ResourceVector.EMPTY;
        }
    }
}
