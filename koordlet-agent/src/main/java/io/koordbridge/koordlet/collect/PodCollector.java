package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Usage and throttling of pods and their containers, from their control groups; by pod UID and by container id. Rates of containers start one
 * round after those of their pod.
 */
public final class PodCollector {

    private static final Logger LOG = LoggerFactory.getLogger(PodCollector.class);
    private static final int EXPIRY_INTERVALS = 20;
    private static final Series POD =
            new Series(Metric.POD_CPU, Metric.POD_MEMORY, Metric.POD_MEMORY_WITH_PAGE_CACHE, Metric.POD_THROTTLED);
    private static final Series CONTAINER = new Series(
            Metric.CONTAINER_CPU,
            Metric.CONTAINER_MEMORY,
            Metric.CONTAINER_MEMORY_WITH_PAGE_CACHE,
            Metric.CONTAINER_THROTTLED);

    private final UsageReader reader;
    private final ReadErrors errors;
    private final Duration expiry;
    private final Map<String, GroupCounters> groups = new HashMap<>();
    private @Nullable CgroupPaths paths;

    public PodCollector(UsageReader reader, Duration interval, ReadErrors errors) {
        this.reader = reader;
        this.expiry = interval.multipliedBy(EXPIRY_INTERVALS);
        this.errors = errors;
    }

    private record Series(Metric cpu, Metric memory, Metric withPageCache, Metric throttled) {}

    /** One round. */
    private static final class Round {
        private final Instant now;
        private final SampleSink sink;
        private double cores;
        private long bytes;
        /** Whether the memory of the present pod was read; without it its containers are not measured. */
        private boolean podHasMemory;

        Round(Instant now, SampleSink sink) {
            this.now = now;
            this.sink = sink;
        }
    }

    /**
     * Usage since the round before; a pod or container whose files cannot be read is left out.
     *
     * @return of all pods together
     */
    public Usage collect(Instant now, List<PodInfo> pods, SampleSink sink) {
        if (paths != reader.tree().paths()) {
            paths = reader.tree().paths();
            groups.clear();
        }
        Round round = new Round(now, sink);
        for (PodInfo pod : pods) {
            if (!pod.finished()) {
                collectPod(pod, round);
            }
        }
        groups.values().removeIf(group -> group.isForgotten(now));
        return new Usage(round.cores, round.bytes);
    }

    private void collectPod(PodInfo pod, Round round) {
        GroupCounters known = groups.get(pod.uid());
        GroupCounters group = known == null ? added(pod.uid(), podDir(pod)) : known;
        group.listed(round.now);
        round.podHasMemory = false;
        boolean counted = usage(POD, pod.uid(), group, true, round);
        boolean throttlingCounted = throttling(POD, pod.uid(), group, round);
        for (ContainerInfo container : pod.containers()) {
            GroupCounters before = groups.get(container.id());
            GroupCounters found = before == null ? container(pod, container) : before;
            if (found != null) {
                found.listed(round.now);
                boolean unused = usage(CONTAINER, container.id(), found, counted, round);
                if (throttlingCounted) {
                    unused = throttling(CONTAINER, container.id(), found, round);
                }
            }
        }
    }

    private GroupCounters added(String key, String dir) {
        GroupCounters group = new GroupCounters(reader.files(dir), expiry);
        groups.put(key, group);
        return group;
    }

    private String podDir(PodInfo pod) {
        return reader.tree().paths().podDir(pod.kubeQos(), pod.uid());
    }

    private @Nullable GroupCounters container(PodInfo pod, ContainerInfo container) {
        try {
            return added(container.id(), reader.tree().paths().containerDir(podDir(pod), container.id()));
        } catch (IllegalArgumentException e) {
            LOG.debug("container left out pod={}", pod.fullName(), e);
            return null;
        }
    }

    /** Whether there is a CPU value; the first round only learns the counter. */
    private boolean usage(Series series, String key, GroupCounters group, boolean withCpu, Round round) {
        try {
            UsageReader.Memory memory = reader.memory(group.files());
            round.podHasMemory |= series.equals(POD);
            if (round.podHasMemory) {
                round.sink.add(series.withPageCache(), key, (double) memory.withPageCache());
            }
            double cores = withCpu ? group.cores(reader.cpuNanos(group.files()), round.now) : Double.NaN;
            if (Double.isNaN(cores)) {
                return false;
            }
            round.sink.add(series.cpu(), key, cores);
            round.sink.add(series.memory(), key, (double) memory.usage());
            if (series.equals(POD)) {
                round.cores += cores;
                round.bytes += memory.usage();
            }
            return true;
        } catch (IOException e) {
            errors.count("pods", e);
            return false;
        }
    }

    private boolean throttling(Series series, String key, GroupCounters group, Round round) {
        try {
            double ratio = group.throttled(reader.throttling(group.files()), round.now);
            if (!Double.isNaN(ratio)) {
                round.sink.add(series.throttled(), key, ratio);
            }
            return !Double.isNaN(ratio);
        } catch (IOException e) {
            errors.count("throttling", e);
            return false;
        }
    }
}
