package io.koordbridge.quickstart.observe;

import java.util.List;
import java.util.OptionalLong;

/** CPU that control groups use, between two looks. One thread. */
public final class CpuUse {

    private long usedNanos = -1;
    private long atNanos;

    /**
     * Milli-cores since the last look; -1 at the first look and when it is not known.
     *
     * @param nanos CPU time of each group so far; those that do not exist are left out
     */
    public long look(List<OptionalLong> nanos, long nowNanos) {
        long used = nanos.stream()
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .sum();
        boolean known = nanos.stream().anyMatch(OptionalLong::isPresent);
        boolean before = usedNanos >= 0 && used >= usedNanos && nowNanos > atNanos;
        long milliCpu = known && before ? (used - usedNanos) * 1000 / (nowNanos - atNanos) : -1;
        usedNanos = known ? used : -1;
        atNanos = nowNanos;
        return milliCpu;
    }
}
