package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory that nothing touched for long, and usage without it, where kidled scans for it (version 1 only). That it scans is the node's own setting:
 * the agent does not switch it on. One thread.
 */
public final class ColdMemorySampler implements PeriodicSampler {

    private static final Logger LOG = LoggerFactory.getLogger(ColdMemorySampler.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final String ROOT = "";
    private static final Series NODE = new Series(Metric.NODE_COLD_MEMORY, Metric.NODE_MEMORY_WITH_HOT_PAGES);
    private static final Series POD = new Series(Metric.POD_COLD_MEMORY, Metric.POD_MEMORY_WITH_HOT_PAGES);
    private static final Series CONTAINER =
            new Series(Metric.CONTAINER_COLD_MEMORY, Metric.CONTAINER_MEMORY_WITH_HOT_PAGES);
    private static final Series APPLICATION =
            new Series(Metric.HOST_APPLICATION_COLD_MEMORY, Metric.HOST_APPLICATION_MEMORY_WITH_HOT_PAGES);

    private final UsageReader reader;
    private final HostProc proc;
    private final CgroupFiles files;
    private final Path scanPeriod;
    private final Function<Instant, SampleSink> output;
    private final ReadErrors errors;
    private @Nullable Instant sampledAt;
    private volatile boolean started;

    private record Series(Metric cold, Metric hot) {}

    /**
     * A sampler that has read nothing yet.
     *
     * @param sys where sysfs is mounted
     * @param output takes the samples of a moment
     */
    public ColdMemorySampler(
            UsageReader reader, HostProc proc, Path sys, Function<Instant, SampleSink> output, ReadErrors errors) {
        this.reader = reader;
        this.proc = proc;
        this.files = reader.tree().files();
        this.scanPeriod = sys.resolve("kernel/mm/kidled/scan_period_in_seconds");
        this.output = output;
        this.errors = errors;
    }

    /** Whether there are samples by now. */
    public boolean hasStarted() {
        return started;
    }

    @Override
    public void round(Instant now, List<PodInfo> pods, List<HostApplication> applications) {
        if (sampledAt != null && now.isBefore(sampledAt.plus(INTERVAL))) {
            return;
        }
        sampledAt = now;
        if (!started && !scans()) {
            return;
        }
        sample(output.apply(now), pods, applications);
        started = true;
    }

    /** Whether this source is there, so that no other is needed. */
    public boolean isOffered() {
        return started || scans();
    }

    private boolean scans() {
        if (reader.tree().version() != CgroupVersion.V1 || !files.exists(scanPeriod)) {
            return false;
        }
        try {
            return Integer.parseInt(files.read(scanPeriod).strip()) > 0;
        } catch (IOException e) {
            errors.count("cold-memory", e);
        } catch (NumberFormatException e) {
            errors.count("cold-memory", new IOException(scanPeriod + ": " + e.getMessage(), e));
        }
        return false;
    }

    /** Everything once. Containers only of pods that could be read. */
    public void sample(SampleSink sink, List<PodInfo> pods, List<HostApplication> applications) {
        node(sink);
        CgroupPaths paths = reader.tree().paths();
        for (PodInfo pod : pods) {
            if (!pod.finished()) {
                String dir = paths.podDir(pod.kubeQos(), pod.uid());
                if (group(POD, pod.uid(), () -> dir, sink)) {
                    for (ContainerInfo container : pod.containers()) {
                        boolean unused =
                                group(CONTAINER, container.id(), () -> paths.containerDir(dir, container.id()), sink);
                    }
                }
            }
        }
        for (HostApplication one : applications) {
            if (one.name() != null) {
                boolean unused = group(APPLICATION, one.name(), () -> paths.hostApplicationDir(one), sink);
            }
        }
    }

    private void node(SampleSink sink) {
        try {
            long cold = reader.coldBytes(ROOT);
            sink.add(NODE.cold(), ROOT, (double) cold);
            sink.add(NODE.hot(), ROOT, (double) Math.max(0, proc.memory().usedWithPageCache() - cold));
        } catch (IOException e) {
            errors.count("cold-memory", e);
        }
    }

    private boolean group(Series series, String key, Supplier<String> dir, SampleSink sink) {
        try {
            String group = dir.get();
            long cold = reader.coldBytes(group);
            sink.add(series.cold(), key, (double) cold);
            long withPageCache = reader.memory(reader.files(group)).withPageCache();
            sink.add(series.hot(), key, (double) Math.max(0, withPageCache - cold));
            return true;
        } catch (IOException e) {
            errors.count("cold-memory", e);
        } catch (IllegalArgumentException e) {
            // No group can have such a name, which the collectors of usage report.
            LOG.debug("left out name={}", key, e);
        }
        return false;
    }
}
