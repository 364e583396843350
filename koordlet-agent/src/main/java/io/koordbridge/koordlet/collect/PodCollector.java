package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Usage of pods and their containers, from their control groups. Containers start one round after their pod. */
public final class PodCollector {

    private static final Logger LOG = LoggerFactory.getLogger(PodCollector.class);
    private static final int EXPIRY_INTERVALS = 20;

    private final CgroupReader reader;
    private final Duration interval;
    private final Counters counters = new Counters();

    public PodCollector(CgroupReader reader, Duration interval) {
        this.reader = reader;
        this.interval = interval;
    }

    /** Usage by pod UID and by container id, and the sum over the pods. */
    public record PodUsages(Map<String, MeasuredUsage> pods, Map<String, MeasuredUsage> containers) {

        /** All pods together. */
        public Usage sum() {
            return MeasuredUsage.sum(pods.values(), false);
        }
    }

    /** Usage since the round before; a pod or container whose files cannot be read is left out. */
    public PodUsages collect(Instant now, List<PodInfo> pods) {
        Map<String, MeasuredUsage> podUsages = new HashMap<>();
        Map<String, MeasuredUsage> containerUsages = new HashMap<>();
        for (PodInfo pod : pods) {
            String dir = reader.tree().paths().podDir(pod.kubeQos(), pod.uid());
            if (collectOne(pod.uid(), dir, now, podUsages)) {
                collectContainers(pod, dir, now, containerUsages);
            }
        }
        counters.dropBefore(now.minus(interval.multipliedBy(EXPIRY_INTERVALS)));
        return new PodUsages(podUsages, containerUsages);
    }

    private void collectContainers(PodInfo pod, String podDir, Instant now, Map<String, MeasuredUsage> found) {
        for (ContainerInfo container : pod.containers()) {
            try {
                collectOne(container.id(), reader.tree().paths().containerDir(podDir, container.id()), now, found);
            } catch (IllegalArgumentException e) {
                LOG.debug("container left out pod={}", pod.fullName(), e);
            }
        }
    }

    private boolean collectOne(String key, String dir, Instant now, Map<String, MeasuredUsage> found) {
        try {
            long nanos = reader.cpuUsageNanos(dir);
            CgroupFormat.MemoryStat memory = reader.memoryStat(dir);
            OptionalDouble cores = counters.rate(key, nanos, now);
            if (cores.isPresent()) {
                Usage usage = new Usage(cores.getAsDouble(), memory.usageBytes());
                found.put(key, new MeasuredUsage(usage, memory.usageWithPageCacheBytes()));
            }
            return cores.isPresent();
        } catch (IOException e) {
            return false;
        }
    }
}
