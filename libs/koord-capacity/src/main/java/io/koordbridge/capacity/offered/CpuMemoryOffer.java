package io.koordbridge.capacity.offered;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Offer;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a formula gave for a capacity of CPU and memory.
 *
 * @param computed what it gave
 * @param unlimited what it gave before its upper limits in percent
 * @param capacity all that the node has
 * @param requested what is promised beside it
 */
@PureCore
record CpuMemoryOffer(CpuMemory computed, CpuMemory unlimited, CpuMemory capacity, CpuMemory requested) {

    private static final long BYTES_PER_MEBIBYTE = 1L << 20;

    /** By resource. */
    Map<String, Offer> of(String cpuName, String memoryName, DampingStrategy damping, Rules rules) {
        long multiple = Math.max(damping.roundMemoryMebibytes() * BYTES_PER_MEBIBYTE, 1);
        return Map.of(
                cpuName, of(CpuMemory::milliCpu, rules.cpuOversellLimitPercent(), 1),
                memoryName, of(CpuMemory::bytes, rules.memoryOversellLimitPercent(), multiple));
    }

    private Offer of(ToLongFunction<CpuMemory> side, @Nullable Long limitPercent, long multiple) {
        return new Offer(
                side.applyAsLong(computed),
                side.applyAsLong(unlimited),
                side.applyAsLong(capacity),
                side.applyAsLong(requested),
                limitPercent,
                multiple);
    }

    /** The amount of a resource that was damped. */
    static long published(Map<String, DampedAmount> damped, String resource) {
        return Objects.requireNonNull(damped.get(resource)).published();
    }
}
