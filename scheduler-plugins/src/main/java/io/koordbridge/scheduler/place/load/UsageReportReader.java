package io.koordbridge.scheduler.place.load;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.load.UsageReport.Aggregation;
import io.koordbridge.scheduler.place.load.UsageReport.OfPod;
import io.koordbridge.scheduler.view.PodTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * NodeMetric objects to {@link UsageReport}; scheduler specification section 18.3.
 *
 * <table>
 * <caption>Values that make no node look idle; product design 3.28 and 3.32</caption>
 * <tr><th>value</th><th>result</th></tr>
 * <tr><td>negative or unreadable usage of the node or the system, now or in an aggregation</td><td>the last report stays and grows old; without
 *     one that part is unknown</td></tr>
 * <tr><td>no cpu or memory of the node where the report before has it</td><td>the last report stays and grows old</td></tr>
 * <tr><td>negative, unreadable or missing cpu or memory of a pod</td><td>as if the pod were not in the report: its estimate counts</td></tr>
 * <tr><td>a time that is ahead by more than the interval</td><td>counts as too old</td></tr>
 * </table>
 */
@PureCore
public final class UsageReportReader {

    /** Begin of a problem whose words differ with each report. */
    static final String FUTURE = "status.updateTime is in the future: ";

    private static final long DEFAULT_INTERVAL_SECONDS = 60;
    private static final long LONGEST_INTERVAL_SECONDS = 86_400;

    private final NodeMetric object;
    private final List<String> problems = new ArrayList<>();
    /** Parts of the node's own usage that are wrong. */
    private final List<String> wrongParts = new ArrayList<>();

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
        UsageReport read = new UsageReport(
                updated(status.updateTime(), before, now.plusMillis(interval)),
                interval,
                false,
                info == null ? null : ofNode(info),
                info == null ? ResourceVector.EMPTY : ofReport(info.systemUsage(), "systemUsage"),
                info == null ? Map.of() : aggregated(info),
                pods(status),
                problems);
        if (before == null || before.node() == null || (wrongParts.isEmpty() && !lacks(read.node(), before.node()))) {
            return read;
        }
        problems.add("status.nodeMetric: the report before it stays");
        return before.staying(interval, problems);
    }

    /** Whether a report says less of the node than the one before. */
    private static boolean lacks(@Nullable ResourceVector now, ResourceVector before) {
        return now != null
                && Stream.of(ResourceNames.CPU, ResourceNames.MEMORY)
                        .anyMatch(name ->
                                before.names().contains(name) && !now.names().contains(name));
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
        ResourceVector usage = ofReport(info.nodeUsage(), "nodeUsage");
        if (usage.names().isEmpty()) {
            wrongParts.add("nodeUsage");
            problems.add("status.nodeMetric.nodeUsage says nothing: the node's usage counts as unknown");
            return null;
        }
        return usage;
    }

    private Map<Aggregation, ResourceVector> aggregated(NodeMetricInfo info) {
        Map<Aggregation, ResourceVector> all = new HashMap<>();
        Map<String, Duration> longest = new HashMap<>();
        for (AggregatedUsage one :
                Objects.requireNonNullElse(info.aggregatedNodeUsages(), List.<AggregatedUsage>of())) {
            Duration window = window(one.duration());
            Objects.requireNonNullElse(one.usage(), Map.<String, ResourceUsage>of())
                    .forEach((type, usage) -> {
                        ResourceVector vector = ofReport(usage, "aggregatedNodeUsages");
                        if (!vector.names().isEmpty()) {
                            all.put(Aggregation.over(type, window), vector);
                            if (window.compareTo(longest.getOrDefault(type, Duration.ZERO)) >= 0) {
                                longest.put(type, window);
                                all.put(new Aggregation(type, 0), vector);
                            }
                        }
                    });
        }
        return all;
    }

    private Duration window(@Nullable String text) {
        Decoded<Duration> window =
                GoDurations.read(text, Duration.ZERO, "status.nodeMetric", "aggregatedNodeUsages.duration");
        window.problems().forEach(problem -> problems.add(problem.message()));
        return window.orElse(Duration.ZERO);
    }

    private Map<String, OfPod> pods(NodeMetricStatus status) {
        Map<String, OfPod> pods = new HashMap<>();
        for (PodMetricInfo pod : Objects.requireNonNullElse(status.podsMetric(), List.<PodMetricInfo>of())) {
            ResourceVector usage = vector(pod.podUsage(), "podsMetric");
            if (usage.names().containsAll(List.of(ResourceNames.CPU, ResourceNames.MEMORY))) {
                boolean prod = PriorityClass.PROD.wireName().equals(pod.priority());
                pods.put(
                        Objects.requireNonNullElse(pod.namespace(), "default") + "/" + pod.name(),
                        new OfPod(usage, prod));
            }
        }
        return pods;
    }

    /** What cannot be used of the node itself spoils the report. */
    private ResourceVector ofReport(@Nullable ResourceUsage usage, String where) {
        int before = problems.size();
        ResourceVector vector = vector(usage, where);
        if (problems.size() > before) {
            wrongParts.add(where);
        }
        return vector;
    }

    private ResourceVector vector(@Nullable ResourceUsage usage, String where) {
        try {
            ResourceVector vector =
                    usage == null ? ResourceVector.EMPTY : ResourceVector.ofQuantities(usage.resources());
            Optional<String> negative =
                    vector.names().stream().filter(name -> vector.get(name) < 0).findFirst();
            if (negative.isEmpty()) {
                return vector;
            }
            problems.add("status." + where + ": " + negative.get() + " is negative; allowed is 0 or more");
            return ResourceVector.EMPTY;
        } catch (IllegalArgumentException | ArithmeticException notANumber) {
            problems.add("status." + where + ": " + notANumber.getMessage());
            return ResourceVector.EMPTY;
        }
    }
}
