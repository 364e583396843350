package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.QosClass;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What the best-effort tier uses, asks for, and may have. */
public final class BestEffortCollector {

    private final UsageReader reader;
    private final TierUsage tierUsage;
    private final ReadErrors errors;
    private final IntSupplier runningCpus;
    private SortedMap<String, List<String>> groups = Collections.emptySortedMap();
    private List<Path> files = List.of();
    private @Nullable Reading last;

    /**
     * A collector.
     *
     * @param runningCpus how many CPUs the machine runs, for one without cpusets; 0 while unknown
     */
    public BestEffortCollector(UsageReader reader, TierUsage tierUsage, ReadErrors errors, IntSupplier runningCpus) {
        this.runningCpus = runningCpus;
        this.reader = reader;
        this.tierUsage = tierUsage;
        this.errors = errors;
    }

    private record Reading(long nanos, Instant at) {}

    /** Milli-cores. */
    public record BestEffort(long usageMilliCpu, long requestMilliCpu, long realLimitMilliCpu) {}

    /** The tier now; empty when it cannot be read, and when its counter ran backwards. */
    public Optional<BestEffort> collect(Instant now, TierReading tier, List<PodInfo> pods) {
        Optional<Long> limit = realLimit(tier);
        Optional<Long> nanos = tierUsage.nanos(now);
        if (limit.isEmpty() || nanos.isEmpty()) {
            return Optional.empty();
        }
        Reading before = last;
        last = new Reading(nanos.get(), now);
        if (before != null && nanos.get() < before.nanos()) {
            return Optional.empty();
        }
        return Optional.of(new BestEffort(usage(before, last), request(pods), limit.get()));
    }

    private static long usage(@Nullable Reading before, Reading now) {
        if (before == null) {
            return 0;
        }
        long millis = Duration.between(before.at(), now.at()).toMillis();
        long usedMillis = (now.nanos() - before.nanos()) / 1_000_000;
        return millis <= 0 ? 0 : (long) ((double) usedMillis / millis * 1000);
    }

    private static long request(List<PodInfo> pods) {
        return pods.stream()
                .filter(pod -> pod.labelQos() == QosClass.BE)
                .mapToLong(pod -> pod.batch().requestMilliCpu())
                .sum();
    }

    private Optional<Long> realLimit(TierReading tier) {
        Optional<Long> quota = tier.quotaMicros().value();
        Optional<Long> period = tier.periodMicros().value();
        Optional<Integer> ofTier = tier.cpus().value().map(CpuSet::size).or(this::allWithoutCpusets);
        if (ofTier.isEmpty() || quota.isEmpty() || period.isEmpty()) {
            return Optional.empty();
        }
        Optional<Integer> cpus = fewestCpus(tier, ofTier.get());
        long byQuota = quota.get() == CgroupFormat.UNLIMITED ? Long.MAX_VALUE : quota.get() * 1000 / period.get();
        return cpus.map(count -> Math.min(1000L * count, byQuota));
    }

    /** Where the controller is missing, nothing keeps the tier from any CPU. */
    private Optional<Integer> allWithoutCpusets() {
        boolean missing = !reader.tree().files().exists(reader.cpusFile(""));
        int running = missing ? runningCpus.getAsInt() : 0;
        return running > 0 ? Optional.of(running) : Optional.empty();
    }

    /** A container that ended since its tier was listed does not count, and neither does one whose list cannot be parsed. */
    private Optional<Integer> fewestCpus(TierReading tier, int ofTier) {
        if (!groups.equals(tier.pods())) {
            files = tier.containers().stream().map(reader::cpusFile).toList();
            groups = tier.pods();
        }
        int fewest = ofTier;
        for (Path file : files) {
            try {
                fewest = Math.min(fewest, reader.cpuCount(file));
            } catch (NoSuchFileException e) {
                errors.count("best-effort", e);
            } catch (IOException e) {
                errors.count("best-effort", e);
                if (!(e.getCause() instanceof IllegalArgumentException)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(fewest);
    }
}
