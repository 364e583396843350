package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** CPU use is a difference of two readings: {@link #sample} is called at a steady pace. */
public final class UsageSampler {
    private static final long MILLI_PER_CORE = 1000;

    private final CgroupPlacer placer;
    private final Map<String, Reading> readings = new ConcurrentHashMap<>();

    public UsageSampler(CgroupPlacer placer) {
        this.placer = placer;
    }

    /** Reads all these containers and forgets all others. */
    public void sample(Collection<String> containerIds, long nowNanos) {
        readings.keySet().retainAll(containerIds);
        for (String containerId : containerIds) {
            try {
                long cpuNanos = placer.hierarchy().cpuNanos(placer.groups(containerId));
                readings.put(containerId, Reading.after(readings.get(containerId), cpuNanos, nowNanos));
            } catch (IOException | NumberFormatException e) {
                readings.remove(containerId);
            }
        }
    }

    public ContainerUsage usage(String containerId) {
        Reading reading = readings.get(containerId);
        Map<String, Path> groups = placer.groups(containerId);
        long memoryBytes;
        try {
            memoryBytes = placer.hierarchy().workingSetBytes(groups);
        } catch (IOException | NumberFormatException e) {
            memoryBytes = ContainerUsage.UNKNOWN;
        }
        return new ContainerUsage(reading == null ? ContainerUsage.UNKNOWN : reading.cpuMilli, memoryBytes);
    }

    private static final class Reading {
        private final long cpuNanos;
        private final long atNanos;
        private final long cpuMilli;

        private Reading(long cpuNanos, long atNanos, long cpuMilli) {
            this.cpuNanos = cpuNanos;
            this.atNanos = atNanos;
            this.cpuMilli = cpuMilli;
        }

        private static Reading after(@Nullable Reading before, long cpuNanos, long atNanos) {
            if (before == null || atNanos <= before.atNanos || cpuNanos < before.cpuNanos) {
                return new Reading(cpuNanos, atNanos, ContainerUsage.UNKNOWN);
            }
            double cores = (double) (cpuNanos - before.cpuNanos) / (atNanos - before.atNanos);
            return new Reading(cpuNanos, atNanos, Math.round(cores * MILLI_PER_CORE));
        }
    }
}
