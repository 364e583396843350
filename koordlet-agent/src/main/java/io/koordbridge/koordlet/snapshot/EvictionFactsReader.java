package io.koordbridge.koordlet.snapshot;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.policy.evict.TierCpu;
import io.koordbridge.policy.report.Aggregate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Usage by which evictions decide, from the samples. */
final class EvictionFactsReader {

    private static final long MILLIS = 1000;

    private final SampleStore store;
    private final Duration interval;
    private final Consumer<String> problems;
    private final UnaryOperator<Instant> timeOfDay;

    /**
     * A reader.
     *
     * @param interval time between two samples; the newest one counts for twice as long
     * @param problems takes windows that are longer than samples are kept
     * @param timeOfDay what the machine's clock, as it is set now, says of a moment of the ticks
     */
    EvictionFactsReader(
            SampleStore store, Duration interval, Consumer<String> problems, UnaryOperator<Instant> timeOfDay) {
        this.timeOfDay = timeOfDay;
        this.problems = problems;
        this.store = store;
        this.interval = interval;
    }

    /** A container whose group is gone has ended, even while the plugin's last answer still names it: it frees nothing any more. */
    EvictionFacts read(ResourceThresholdStrategy thresholds, List<YarnContainer> containers, Instant now) {
        Duration fresh = interval.multipliedBy(2);
        Long asked = thresholds.cpuEvictTimeWindowSeconds();
        Duration window = asked == null || Duration.ofSeconds(asked).compareTo(interval) < 0
                ? interval
                : Duration.ofSeconds(asked);
        if (!isKept(window)) {
            problems.accept("NodeSLO: resourceUsedThresholdWithBE.cpuEvictTimeWindowSeconds = " + asked + ": want 1 to "
                    + store.nodeRetention().toSeconds() + "; nothing is evicted for CPU");
        }
        Map<String, Double> cores = store.latestBySubject(Metric.YARN_CONTAINER_CPU, now, fresh);
        Map<String, Double> bytes = store.latestBySubject(Metric.YARN_CONTAINER_MEMORY, now, fresh);
        Set<String> wasSeen = store.subjects(Metric.YARN_CONTAINER_MEMORY);
        return new EvictionFacts(
                store.latest(Metric.NODE_MEMORY, SampleStore.NODE, now, fresh),
                store.latest(Metric.NODE_HUGE_PAGES, SampleStore.NODE, now, fresh)
                        .orElse(0),
                store.latestBySubject(Metric.POD_MEMORY, now, fresh),
                store.latestBySubject(Metric.POD_CPU, now, fresh),
                isKept(window) ? bestEffort(window, now) : Optional.empty(),
                containers.stream()
                        .filter(one -> bytes.containsKey(one.id()) || !wasSeen.contains(one.id()))
                        .map(one -> YarnWork.of(one, of(cores, one), of(bytes, one)))
                        .toList(),
                timeOfDay.apply(now));
    }

    private boolean isKept(Duration window) {
        return window.compareTo(store.nodeRetention()) <= 0;
    }

    private static OptionalDouble of(Map<String, Double> values, YarnContainer container) {
        Double value = values.get(container.id());
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private Optional<EvictionFacts.BestEffortWindow> bestEffort(Duration window, Instant now) {
        Aggregate usage = in(window, Metric.BE_USAGE, now);
        Aggregate request = in(window, Metric.BE_REQUEST, now);
        Aggregate limit = in(window, Metric.BE_REAL_LIMIT, now);
        int count = Math.min(usage.count(), Math.min(request.count(), limit.count()));
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of(new EvictionFacts.BestEffortWindow(
                new TierCpu(
                        usage.average().getAsDouble(),
                        request.average().getAsDouble(),
                        limit.average().getAsDouble()),
                new TierCpu(
                        usage.last().getAsDouble(),
                        request.last().getAsDouble(),
                        limit.last().getAsDouble()),
                window.toSeconds(),
                count * interval.toMillis() / MILLIS));
    }

    private Aggregate in(Duration window, Metric metric, Instant now) {
        return store.between(metric, SampleStore.NODE, now.minus(window), now);
    }
}
