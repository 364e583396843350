package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.yarn.YarnContainer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One round of all collectors, into the store. One thread. */
public final class UsageCollector {

    private static final long MILLI = 1000;
    private static final Duration OUTDATED = Duration.ofSeconds(10);

    private final Sources sources;
    private final SampleStore store;
    private final NodeCollector nodes;
    private final PodCollector pods;
    private final HostApplicationCollector applications;
    private final BestEffortCollector bestEffort;
    private final YarnCollector yarn;
    private final OnlineCollector online;
    private SystemUsage.@Nullable Measured lastNode;

    /**
     * What is read.
     *
     * @param yarn containers of the NodeManager as it last said
     */
    public record Sources(UsageReader groups, HostProc proc, TierUsage tier, Supplier<List<YarnContainer>> yarn) {}

    public UsageCollector(
            Sources sources, SampleStore store, Duration interval, ReadErrors errors, Consumer<String> problems) {
        this.sources = sources;
        this.store = store;
        this.nodes = new NodeCollector(sources.proc());
        this.pods = new PodCollector(sources.groups(), interval, errors);
        this.applications = new HostApplicationCollector(sources.groups(), interval, errors, problems);
        this.online = new OnlineCollector(sources.tier());
        this.yarn = new YarnCollector(sources.groups(), store, interval);
        this.bestEffort = new BestEffortCollector(sources.groups(), sources.tier(), errors, sources.proc()::cpuCount);
    }

    /**
     * What one round found.
     *
     * @param applications those that count now
     */
    public record Round(List<HostApplication> applications) {}

    /** Reads everything once. */
    public Round collect(Instant now, NodeView view, TierReading tier) throws IOException {
        HostProc.NodeMemory memory = sources.proc().memory();
        store.append(Metric.NODE_MEMORY_WITH_PAGE_CACHE, SampleStore.NODE, now, (double) memory.usedWithPageCache());
        store.append(Metric.NODE_HUGE_PAGES, SampleStore.NODE, now, (double) memory.hugePages());
        Optional<MeasuredUsage> node = nodes.collect(now, memory);
        node.ifPresent(usage -> appendNode(now, usage));
        OnlineCollector.Round others = online.begin(now, view.pods());
        nodes.own(now).ifPresent(cores -> store.append(Metric.OWN_CPU, SampleStore.NODE, now, cores));
        SampleSink sink = (metric, key, value) -> store.append(metric, key, now, value);
        Usage podUsage = pods.collect(now, view.pods(), others.passingOn(sink));
        List<HostApplication> present =
                HostApplications.of(view.nodeSlo(), sources.groups().tree().paths(), yarnRunsHere(tier));
        Map<String, MeasuredUsage> applicationUsages = applications.collect(now, present);

        applicationUsages.forEach((name, usage) -> appendApplication(name, now, usage));
        node.flatMap(usage -> others.of(usage, present, applicationUsages))
                .ifPresent(usage -> appendOnline(now, usage));
        SystemUsage.of(
                        Optional.ofNullable(lastNode),
                        Optional.of(new SystemUsage.Measured(podUsage, now)),
                        Optional.of(
                                new SystemUsage.Measured(MeasuredUsage.sum(applicationUsages.values(), false), now)),
                        now,
                        OUTDATED)
                .ifPresent(usage -> append(Metric.SYSTEM_CPU, Metric.SYSTEM_MEMORY, SampleStore.NODE, now, usage));
        List<YarnContainer> containers = sources.yarn().get();
        yarn.collect(now, containers);
        long yarnMilliCpu = containers.stream()
                .map(YarnContainer::vcores)
                .filter(Objects::nonNull)
                .mapToLong(vcores -> vcores * MILLI)
                .sum();
        bestEffort.collect(now, tier, view.pods()).ifPresent(usage -> appendBestEffort(now, usage, yarnMilliCpu));
        sources.groups().endTick();
        sources.proc().endTick();
        return new Round(present);
    }

    private boolean yarnRunsHere(TierReading tier) {
        String yarn = sources.groups().tree().paths().yarnDir();
        if (tier.pods().containsKey(yarn)) {
            return true;
        }
        // On version 1 perhaps only the CPU hierarchy has it.
        CgroupFiles files = sources.groups().tree().files();
        return files.exists(sources.groups().tree().directory(Knob.CPUACCT_USAGE.subsystem(), yarn));
    }

    private void append(Metric cpu, Metric memory, String subject, Instant now, Usage usage) {
        store.append(cpu, subject, now, usage.cores());
        store.append(memory, subject, now, (double) usage.memoryBytes());
    }

    private void appendNode(Instant now, MeasuredUsage usage) {
        lastNode = new SystemUsage.Measured(usage.usage(), now);
        append(Metric.NODE_CPU, Metric.NODE_MEMORY, SampleStore.NODE, now, usage.usage());
    }

    private void appendOnline(Instant now, MeasuredUsage usage) {
        append(Metric.ONLINE_CPU, Metric.ONLINE_MEMORY, SampleStore.NODE, now, usage.usage());
        store.append(
                Metric.ONLINE_MEMORY_WITH_PAGE_CACHE, SampleStore.NODE, now, (double) usage.memoryWithPageCacheBytes());
    }

    private void appendApplication(String name, Instant now, MeasuredUsage usage) {
        append(Metric.HOST_APPLICATION_CPU, Metric.HOST_APPLICATION_MEMORY, name, now, usage.usage());
        store.append(
                Metric.HOST_APPLICATION_MEMORY_WITH_PAGE_CACHE, name, now, (double) usage.memoryWithPageCacheBytes());
    }

    private void appendBestEffort(Instant now, BestEffortCollector.BestEffort usage, long yarnMilliCpu) {
        store.append(Metric.BE_USAGE, SampleStore.NODE, now, (double) usage.usageMilliCpu());
        store.append(Metric.BE_REQUEST, SampleStore.NODE, now, (double) (usage.requestMilliCpu() + yarnMilliCpu));
        store.append(Metric.BE_REAL_LIMIT, SampleStore.NODE, now, (double) usage.realLimitMilliCpu());
    }
}
