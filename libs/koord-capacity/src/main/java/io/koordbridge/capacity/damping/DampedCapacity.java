package io.koordbridge.capacity.damping;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One capacity after damping.
 *
 * @param cpuLimitMilli upper limit of oversell, null for none
 * @param memoryLimitBytes upper limit of oversell, null for none
 */
public record DampedCapacity(
        DampedAmount cpu,
        DampedAmount memory,
        @Nullable Long cpuLimitMilli,
        @Nullable Long memoryLimitBytes) {

    /** Whether another amount is published than before. */
    public boolean changes() {
        return cpu.changes() || memory.changes();
    }

    /** When more may be published although nothing else changes. */
    Optional<Instant> dueAt() {
        return Stream.of(cpu.dueAt(), memory.dueAt()).flatMap(Optional::stream).min(Instant::compareTo);
    }

    CapacityState afterWithoutGrowth() {
        return new CapacityState(cpu.grows() ? null : cpu.after(), memory.grows() ? null : memory.after());
    }

    CapacityState after() {
        return new CapacityState(cpu.after(), memory.after());
    }
}
