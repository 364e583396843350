package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Levels of a usage over one window; none is below a smaller one.
 *
 * @param levels those that are reported, at least one
 */
@PureCore
public record LevelWindow(Duration length, Map<EstimateLevel, CpuMemory> levels) {

    private static final int SECONDS_PER_MINUTE = 60;
    private static final List<EstimateLevel> LEVELS = List.of(EstimateLevel.values());

    public LevelWindow {
        levels = Collections.unmodifiableMap(rising(levels));
    }

    private static Map<EstimateLevel, CpuMemory> rising(Map<EstimateLevel, CpuMemory> reported) {
        Map<EstimateLevel, CpuMemory> rising = new EnumMap<>(EstimateLevel.class);
        CpuMemory least = CpuMemory.ZERO;
        for (EstimateLevel level : LEVELS) {
            CpuMemory amount = reported.get(level);
            if (amount != null) {
                least = amount.max(least);
                rising.put(level, least);
            }
        }
        return rising;
    }

    /** A window of the online sum. */
    static LevelWindow of(OnlineUse.Window window) {
        Percentiles cpu = window.cpuMilli();
        Percentiles memory = window.memoryBytes();
        Map<EstimateLevel, CpuMemory> levels = new EnumMap<>(EstimateLevel.class);
        levels.put(EstimateLevel.MEAN, CpuMemory.ofMilliAndBytes(cpu.mean(), memory.mean()));
        levels.put(EstimateLevel.P90, CpuMemory.ofMilliAndBytes(cpu.p90(), memory.p90()));
        levels.put(EstimateLevel.P95, CpuMemory.ofMilliAndBytes(cpu.p95(), memory.p95()));
        levels.put(EstimateLevel.P99, CpuMemory.ofMilliAndBytes(cpu.p99(), memory.p99()));
        levels.put(EstimateLevel.MAX, CpuMemory.ofMilliAndBytes(cpu.max(), memory.max()));
        return new LevelWindow(window.length(), levels);
    }

    /** The same without what batch work used at least. */
    LevelWindow less(CpuMemory batch) {
        Map<EstimateLevel, CpuMemory> left = new EnumMap<>(EstimateLevel.class);
        levels.forEach((level, amount) -> left.put(level, amount.minus(batch).atLeastZero()));
        return new LevelWindow(length, left);
    }

    /** The one whose length is nearest, of two the longer one. */
    static Optional<LevelWindow> nearest(List<LevelWindow> windows, Duration length) {
        return windows.stream().min(Comparator.comparing(LevelWindow::length, nearestTo(length)));
    }

    /** The nearest length, of two the longer one. */
    static Optional<Duration> nearestLength(List<Duration> lengths, Duration length) {
        return lengths.stream().min(nearestTo(length));
    }

    private static Comparator<Duration> nearestTo(Duration length) {
        return Comparator.comparing((Duration one) -> one.minus(length).abs()).thenComparing(Comparator.reverseOrder());
    }

    /** The level, or where it is not reported the next higher one, or else the highest. */
    EstimateLevel atLeast(EstimateLevel wanted) {
        EstimateLevel found = wanted;
        for (EstimateLevel level : LEVELS) {
            if (levels.containsKey(level)) {
                found = level;
                if (level.compareTo(wanted) >= 0) {
                    break;
                }
            }
        }
        return found;
    }

    /** The highest of all levels. */
    CpuMemory highest() {
        CpuMemory highest = levels.get(atLeast(EstimateLevel.MAX));
        return highest == null ? CpuMemory.ZERO : highest;
    }

    /** A duration for people. */
    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds % SECONDS_PER_MINUTE == 0 ? seconds / SECONDS_PER_MINUTE + " min" : seconds + " s";
    }
}
