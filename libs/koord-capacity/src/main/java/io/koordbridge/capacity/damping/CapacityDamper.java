package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Damps CPU and memory of one capacity, each on its own. */
@PureCore
final class CapacityDamper {

    private static final long BYTES_PER_MEBIBYTE = 1L << 20;

    private final Rules rules;
    private final long memoryMultiple;
    private final Instant now;

    CapacityDamper(Rules rules, long roundMemoryMebibytes, Instant now) {
        this.rules = rules;
        this.memoryMultiple = Math.max(roundMemoryMebibytes * BYTES_PER_MEBIBYTE, 1);
        this.now = now;
    }

    /**
     * What the formula gave.
     *
     * @param capacity all that the node has
     * @param requested what is promised beside this capacity
     * @param unlimited what the formula gave before its upper limits in percent
     */
    record Offer(CpuMemory capacity, CpuMemory requested, CpuMemory unlimited, long milliCpu, long bytes) {}

    DampedCapacity damp(Offer offer, CapacityState before, ShownCapacity shown) {
        CpuMemory capacity = offer.capacity();
        CpuMemory requested = offer.requested();
        CpuMemory unlimited = offer.unlimited();
        Long cpuLimit = limit(rules.cpuOversellLimitPercent(), capacity.milliCpu(), requested.milliCpu());
        Long memoryLimit = limit(rules.memoryOversellLimitPercent(), capacity.bytes(), requested.bytes());
        long cpu = allowed(offer.milliCpu(), cpuLimit);
        long memory = allowed(offer.bytes(), memoryLimit);
        boolean cpuLimited = unlimited.milliCpu() > cpu;
        boolean memoryLimited = unlimited.bytes() > memory;
        long rounded = Rounding.downTo(memory, memoryMultiple);
        Wish ofCpu = new Wish(offer.milliCpu(), cpu, cpuLimited, shown.heldMilliCpu(), capacity.milliCpu(), 1);
        Wish ofMemory =
                new Wish(offer.bytes(), rounded, memoryLimited, shown.heldBytes(), capacity.bytes(), memoryMultiple);
        return new DampedCapacity(
                AmountDamper.damp(before.milliCpu(shown, now), ofCpu, rules, now),
                AmountDamper.damp(before.bytes(shown, now), ofMemory, rules, now),
                cpuLimit,
                memoryLimit);
    }

    /** The capacity is removed. */
    static DampedCapacity reset(CapacityState before, ShownCapacity shown, Instant now) {
        return new DampedCapacity(
                reset(before.milliCpu(shown, now), now), reset(before.bytes(shown, now), now), null, null);
    }

    private static DampedAmount reset(AmountState before, Instant now) {
        AmountState after = before.published() == 0 ? before : new AmountState(0, now);
        return new DampedAmount(0, 0, 0, Effect.RESET, Optional.empty(), after);
    }

    private static long allowed(long computed, @Nullable Long limit) {
        return limit == null ? computed : Math.min(computed, limit);
    }

    /** What may be offered beside the requests. */
    private static @Nullable Long limit(@Nullable Long percent, long capacity, long requested) {
        return percent == null ? null : Math.max(Rounding.percent(capacity, percent) - requested, 0);
    }
}
