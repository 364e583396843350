package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Levels of a usage over one window; none is below a smaller one.
 *
 * @param levels those that are reported, at least one
 */
@PureCore
public record LevelWindow(Duration length, Map<EstimateLevel, CpuMemory> levels) {

    private static final int SECONDS_PER_MINUTE = 60;
    private static final Map<EstimateLevel, ToLongFunction<Percentiles>> OF_PERCENTILES = Map.of(
            EstimateLevel.MEAN, Percentiles::mean,
            EstimateLevel.P90, Percentiles::p90,
            EstimateLevel.P95, Percentiles::p95,
            EstimateLevel.P99, Percentiles::p99,
            EstimateLevel.MAX, Percentiles::max);

    public LevelWindow {
        levels = Map.copyOf(rising(levels));
    }

    private static Map<EstimateLevel, CpuMemory> rising(Map<EstimateLevel, CpuMemory> reported) {
        Map<EstimateLevel, CpuMemory> rising = new EnumMap<>(EstimateLevel.class);
        CpuMemory least = CpuMemory.ZERO;
        for (EstimateLevel level : EstimateLevel.values()) {
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
        Map<EstimateLevel, CpuMemory> levels = new EnumMap<>(EstimateLevel.class);
        OF_PERCENTILES.forEach((level, of) -> levels.put(
                level,
                CpuMemory.ofMilliAndBytes(of.applyAsLong(window.cpuMilli()), of.applyAsLong(window.memoryBytes()))));
        return new LevelWindow(window.length(), levels);
    }

    /** The one whose length is nearest, of two the longer one. */
    static Optional<LevelWindow> nearest(List<LevelWindow> windows, Duration length) {
        return windows.stream()
                .min(Comparator.comparing(
                                (LevelWindow one) -> one.length().minus(length).abs())
                        .thenComparing(LevelWindow::length, Comparator.reverseOrder()));
    }

    /** The level, or where it is not reported the next higher one, or else the highest. */
    EstimateLevel atLeast(EstimateLevel wanted) {
        return levels.keySet().stream()
                .filter(level -> level.compareTo(wanted) >= 0)
                .min(Comparator.naturalOrder())
                .or(() -> levels.keySet().stream().max(Comparator.naturalOrder()))
                .orElse(wanted);
    }

    /** The highest of all levels. */
    CpuMemory highest() {
        return levels.values().stream().reduce(CpuMemory.ZERO, CpuMemory::max);
    }

    /** A duration for people. */
    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds % SECONDS_PER_MINUTE == 0 ? seconds / SECONDS_PER_MINUTE + " min" : seconds + " s";
    }
}
