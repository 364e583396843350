package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.QosClass;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the best-effort tier uses, asks for, and may have. */
public final class BestEffortCollector {

    private final CgroupReader reader;
    private @Nullable Reading last;

    public BestEffortCollector(CgroupReader reader) {
        this.reader = reader;
    }

    private record Reading(long nanos, Instant at) {}

    /** Milli-cores. */
    public record BestEffort(long usageMilliCpu, long requestMilliCpu, long realLimitMilliCpu) {}

    /** The tier now; empty when a file cannot be read. */
    public Optional<BestEffort> collect(Instant now, List<PodInfo> pods) {
        String tier = reader.tree().paths().bestEffortDir();
        try {
            long limit = realLimit(tier);
            long nanos = reader.cpuUsageNanos(tier);
            long usage = usage(nanos, now);
            last = new Reading(nanos, now);
            return Optional.of(new BestEffort(usage, request(pods), limit));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private long usage(long nanos, Instant now) {
        if (last == null) {
            return 0;
        }
        long millis = Duration.between(last.at(), now).toMillis();
        long usedMillis = (nanos - last.nanos()) / 1_000_000;
        return millis <= 0 ? 0 : (long) ((double) usedMillis / millis * 1000);
    }

    private static long request(List<PodInfo> pods) {
        return pods.stream()
                .filter(pod -> pod.labelQos() == QosClass.BE)
                .mapToLong(pod -> pod.batch().requestMilliCpu())
                .sum();
    }

    private long realLimit(String tier) throws IOException {
        int cpus = reader.cpus(tier).size();
        for (String pod : reader.tree().children(Knob.CPUSET_CPUS, tier)) {
            String podDir = tier + "/" + pod;
            for (String container : reader.tree().children(Knob.CPUSET_CPUS, podDir)) {
                cpus = Math.min(cpus, reader.cpus(podDir + "/" + container).size());
            }
        }
        long quota = reader.quotaMicros(tier);
        long byQuota = quota == CgroupFormat.UNLIMITED
                ? Long.MAX_VALUE
                : quota * 1000 / reader.read(Knob.CPU_CFS_PERIOD, tier);
        return Math.min(1000L * cpus, byQuota);
    }
}
