package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.topology.Processor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Usage of NUMA nodes, into the store; every few seconds, because nothing but reports reads it. One thread. */
public final class NumaSampler implements PeriodicSampler {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration REFRESH = Duration.ofMinutes(1);
    private static final Duration OUTDATED = Duration.ofSeconds(10);

    private final NumaCollector nodes;
    private final PodNumaMemory pods;
    private final Supplier<List<Processor>> processors;
    private final SampleStore store;
    private final ReadErrors errors;
    private Map<Integer, Integer> nodeOfCpu = Map.of();
    private @Nullable Instant refreshedAt;
    private @Nullable Instant sampledAt;

    /** A sampler that has read nothing yet. */
    public NumaSampler(
            NumaCollector nodes,
            PodNumaMemory pods,
            Supplier<List<Processor>> processors,
            SampleStore store,
            ReadErrors errors) {
        this.nodes = nodes;
        this.pods = pods;
        this.processors = processors;
        this.store = store;
        this.errors = errors;
    }

    @Override
    public void round(Instant now, List<PodInfo> known, List<HostApplication> applications) {
        if (sampledAt != null && now.isBefore(sampledAt.plus(INTERVAL))) {
            return;
        }
        sampledAt = now;
        if (refreshedAt == null || !now.isBefore(refreshedAt.plus(REFRESH))) {
            refreshedAt = now;
            Map<Integer, Integer> found = new HashMap<>();
            processors.get().forEach(one -> found.put(one.cpu(), one.numaNode()));
            nodeOfCpu = found;
        }
        try {
            sample(now, nodes.collect(now, nodeOfCpu), known);
        } catch (IOException e) {
            errors.count("numa", e);
        }
    }

    private void sample(Instant now, NumaCollector.NumaUsages usages, List<PodInfo> known) {
        usages.cores().forEach((node, cores) -> append(Metric.NODE_NUMA_CPU, node, now, cores));
        usages.bytes().forEach((node, bytes) -> append(Metric.NODE_NUMA_MEMORY, node, now, (double) bytes));
        OptionalDouble system = store.latest(Metric.SYSTEM_CPU, SampleStore.NODE, now, OUTDATED);
        if (system.isPresent()) {
            NumaSystemUsage.cores(system.getAsDouble(), measured(usages.cores(), now), now, OUTDATED)
                    .forEach((node, cores) -> append(Metric.SYSTEM_NUMA_CPU, node, now, cores));
        }
        if (usages.bytes().size() == 1) {
            // All memory is on one node, so that nothing has to be read of each pod.
            OptionalDouble memory = store.latest(Metric.SYSTEM_MEMORY, SampleStore.NODE, now, OUTDATED);
            memory.ifPresent(bytes -> append(Metric.SYSTEM_NUMA_MEMORY, 0, now, bytes));
        } else if (!usages.bytes().isEmpty()) {
            splitMemory(now, usages.bytes(), known);
        }
    }

    private void splitMemory(Instant now, Map<Integer, Long> nodeBytes, List<PodInfo> known) {
        Map<Integer, Long> ofPods =
                pods.sum(known.stream().filter(pod -> !pod.finished()).toList());
        nodeBytes.keySet().forEach(node -> ofPods.putIfAbsent(node, 0L));
        NumaSystemUsage.bytes(measured(nodeBytes, now), measured(ofPods, now), now, OUTDATED)
                .forEach((node, bytes) -> append(Metric.SYSTEM_NUMA_MEMORY, node, now, (double) bytes));
    }

    private static <T> Map<Integer, NumaSystemUsage.Measured<T>> measured(Map<Integer, T> values, Instant now) {
        Map<Integer, NumaSystemUsage.Measured<T>> measured = new HashMap<>();
        values.forEach((node, value) -> measured.put(node, new NumaSystemUsage.Measured<>(value, now)));
        return measured;
    }

    private void append(Metric metric, int node, Instant now, double value) {
        store.append(metric, String.valueOf(node), now, value);
    }
}
