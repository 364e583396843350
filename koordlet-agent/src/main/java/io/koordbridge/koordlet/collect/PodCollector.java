package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Usage of pods and their containers, from their control groups. Containers start one round after their pod. */
public final class PodCollector {

    private static final Logger LOG = LoggerFactory.getLogger(PodCollector.class);
    private static final int EXPIRY_INTERVALS = 20;

    private final UsageReader reader;
    private final ReadErrors errors;
    private final Duration interval;
    private final Counters counters = new Counters();
    private Map<String, UsageReader.GroupFiles> files = new HashMap<>();
    private @Nullable CgroupPaths paths;

    public PodCollector(UsageReader reader, Duration interval, ReadErrors errors) {
        this.reader = reader;
        this.interval = interval;
        this.errors = errors;
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
        Map<String, UsageReader.GroupFiles> seen = new HashMap<>();
        if (paths != reader.tree().paths()) {
            paths = reader.tree().paths();
            files.clear();
        }
        for (PodInfo pod : pods) {
            if (!pod.finished()) {
                collectPod(pod, now, seen, podUsages, containerUsages);
            }
        }
        files = seen;
        counters.dropBefore(now.minus(interval.multipliedBy(EXPIRY_INTERVALS)));
        return new PodUsages(podUsages, containerUsages);
    }

    private void collectPod(
            PodInfo pod,
            Instant now,
            Map<String, UsageReader.GroupFiles> seen,
            Map<String, MeasuredUsage> podUsages,
            Map<String, MeasuredUsage> containerUsages) {
        UsageReader.GroupFiles known = files.get(pod.uid());
        UsageReader.GroupFiles group = known == null ? reader.files(podDir(pod)) : known;
        seen.put(pod.uid(), group);
        if (!collectOne(pod.uid(), group, now, podUsages)) {
            return;
        }
        for (ContainerInfo container : pod.containers()) {
            UsageReader.GroupFiles before = files.get(container.id());
            Optional<UsageReader.GroupFiles> found =
                    before == null ? containerFiles(pod, container) : Optional.of(before);
            found.ifPresent(one -> {
                seen.put(container.id(), one);
                collectOne(container.id(), one, now, containerUsages);
            });
        }
    }

    private String podDir(PodInfo pod) {
        return reader.tree().paths().podDir(pod.kubeQos(), pod.uid());
    }

    private Optional<UsageReader.GroupFiles> containerFiles(PodInfo pod, ContainerInfo container) {
        try {
            return Optional.of(reader.files(reader.tree().paths().containerDir(podDir(pod), container.id())));
        } catch (IllegalArgumentException e) {
            LOG.debug("container left out pod={}", pod.fullName(), e);
            return Optional.empty();
        }
    }

    private boolean collectOne(
            String key, UsageReader.GroupFiles group, Instant now, Map<String, MeasuredUsage> found) {
        try {
            long nanos = reader.cpuNanos(group);
            UsageReader.Memory memory = reader.memory(group);
            OptionalDouble cores = counters.rate(key, nanos, now);
            if (cores.isPresent()) {
                Usage usage = new Usage(cores.getAsDouble(), memory.usage());
                found.put(key, new MeasuredUsage(usage, memory.withPageCache()));
            }
            return cores.isPresent();
        } catch (IOException e) {
            errors.count("pods", e);
            return false;
        }
    }
}
