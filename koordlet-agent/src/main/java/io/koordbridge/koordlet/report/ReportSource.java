package io.koordbridge.koordlet.report;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.policy.report.OthersLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Samples of the store to the inputs of calculator and policy. */
public final class ReportSource {

    private static final Duration LOOK_BACK = Duration.ofMinutes(1);

    private final SampleStore store;
    private final UnaryOperator<Instant> timeOfDay;
    private final BooleanSupplier knowsHotPages;

    /**
     * A source.
     *
     * @param timeOfDay what a report says of a time of the store
     * @param knowsHotPages whether usage with hot page cache is measured
     */
    public ReportSource(SampleStore store, UnaryOperator<Instant> timeOfDay, BooleanSupplier knowsHotPages) {
        this.knowsHotPages = knowsHotPages;
        this.store = store;
        this.timeOfDay = timeOfDay;
    }

    /**
     * Everything for one report.
     *
     * @param newest length of the window of the newest samples; zero for none
     */
    public ReportInput input(
            NodeView view, List<HostApplication> applications, CollectPolicy policy, Duration newest, Instant now) {
        MemorySeries memory = memory(policy.memory());
        Windows windows = new Windows(now, policy.window(), newest);
        List<ReportInput.Percentiles> percentiles = new ArrayList<>();
        for (Duration window : policy.percentileWindows()) {
            percentiles.add(new ReportInput.Percentiles(
                    window,
                    samples(Metric.NODE_CPU, memory.node(), SampleStore.NODE, now, window),
                    samples(Metric.SYSTEM_CPU, Metric.SYSTEM_MEMORY, SampleStore.NODE, now, window)));
        }
        List<ReportInput.PodSamples> pods = new ArrayList<>();
        for (PodInfo pod : view.pods()) {
            pods.add(new ReportInput.PodSamples(pod, windowed(Metric.POD_CPU, memory.pod(), pod.uid(), windows)));
        }
        List<ReportInput.ApplicationSamples> found = new ArrayList<>();
        for (HostApplication one : applications) {
            if (one.name() != null) {
                found.add(new ReportInput.ApplicationSamples(
                        one, windowed(Metric.HOST_APPLICATION_CPU, memory.application(), one.name(), windows)));
            }
        }
        return new ReportInput(
                timeOfDay.apply(now),
                windowed(Metric.NODE_CPU, memory.node(), SampleStore.NODE, windows),
                windowed(Metric.SYSTEM_CPU, Metric.SYSTEM_MEMORY, SampleStore.NODE, windows),
                percentiles,
                numa(windows),
                pods,
                found);
    }

    private record MemorySeries(Metric node, Metric pod, Metric application) {}

    private MemorySeries memory(CollectPolicy.MemoryPolicy policy) {
        if (policy == CollectPolicy.MemoryPolicy.WITH_PAGE_CACHE) {
            return new MemorySeries(
                    Metric.NODE_MEMORY_WITH_PAGE_CACHE,
                    Metric.POD_MEMORY_WITH_PAGE_CACHE,
                    Metric.HOST_APPLICATION_MEMORY_WITH_PAGE_CACHE);
        }
        if (policy == CollectPolicy.MemoryPolicy.WITH_HOT_PAGE_CACHE && knowsHotPages.getAsBoolean()) {
            return new MemorySeries(
                    Metric.NODE_MEMORY_WITH_HOT_PAGES,
                    Metric.POD_MEMORY_WITH_HOT_PAGES,
                    Metric.HOST_APPLICATION_MEMORY_WITH_HOT_PAGES);
        }
        return new MemorySeries(Metric.NODE_MEMORY, Metric.POD_MEMORY, Metric.HOST_APPLICATION_MEMORY);
    }

    /** The series of the online sum that counts no less memory than a report does. */
    Metric onlineMemory(CollectPolicy.MemoryPolicy policy) {
        return memory(policy).node() == Metric.NODE_MEMORY
                ? Metric.ONLINE_MEMORY
                : Metric.ONLINE_MEMORY_WITH_PAGE_CACHE;
    }

    private List<ReportInput.NumaSamples> numa(Windows windows) {
        return store.subjects(Metric.NODE_NUMA_MEMORY).stream()
                .map(Integer::valueOf)
                .sorted()
                .map(node -> new ReportInput.NumaSamples(
                        node,
                        samples(
                                Metric.NODE_NUMA_CPU,
                                Metric.NODE_NUMA_MEMORY,
                                node.toString(),
                                windows.now(),
                                windows.window()),
                        samples(
                                Metric.SYSTEM_NUMA_CPU,
                                Metric.SYSTEM_NUMA_MEMORY,
                                node.toString(),
                                windows.now(),
                                windows.window())))
                .toList();
    }

    private record Windows(Instant now, Duration window, Duration newest) {}

    private ReportInput.Windowed windowed(Metric cpu, Metric memory, String subject, Windows windows) {
        UsageSamples newest = windows.newest().isZero()
                ? UsageSamples.NONE
                : samples(cpu, memory, subject, windows.now(), windows.newest());
        return new ReportInput.Windowed(samples(cpu, memory, subject, windows.now(), windows.window()), newest);
    }

    private UsageSamples samples(Metric cpu, Metric memory, String subject, Instant now, Duration window) {
        Instant from = now.minus(window);
        return new UsageSamples(store.between(cpu, subject, from, now), store.between(memory, subject, from, now));
    }

    /** What others than best-effort work used on average. */
    public OthersLoad others(NodeView view, List<HostApplication> applications, Duration window, Instant now) {
        double cores = mean(Metric.NODE_CPU, SampleStore.NODE, window, now);
        double bytes = mean(Metric.NODE_MEMORY, SampleStore.NODE, window, now);
        for (PodInfo pod : view.pods()) {
            if (pod.isBestEffort()) {
                cores -= mean(Metric.POD_CPU, pod.uid(), window, now);
                bytes -= mean(Metric.POD_MEMORY, pod.uid(), window, now);
            }
        }
        for (HostApplication one : applications) {
            if (one.name() != null && LoadReader.isBestEffort(one)) {
                cores -= mean(Metric.HOST_APPLICATION_CPU, one.name(), window, now);
                bytes -= mean(Metric.HOST_APPLICATION_MEMORY, one.name(), window, now);
            }
        }
        return new OthersLoad(Math.max(0, cores) * 1000, Math.max(0, bytes));
    }

    private double mean(Metric metric, String subject, Duration window, Instant now) {
        OptionalDouble mean = store.mean(metric, subject, now.minus(window), now);
        return mean.orElse(0);
    }

    /** Time between the first and the last sample of the node since then, of the last minute at most. */
    public Duration observed(Instant since, Instant now) {
        Instant lookBack = now.minus(LOOK_BACK);
        Instant from = since.isAfter(lookBack) ? since : lookBack;
        return Duration.ofMillis(
                store.between(Metric.NODE_CPU, SampleStore.NODE, from, now).rangeMillis());
    }
}
