package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Damps CPU and memory of one capacity, each on its own. */
@PureCore
final class CapacityDamper {

    private static final long BYTES_PER_MEBIBYTE = 1L << 20;
    private static final double WHOLE = 100.0;

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

    /** One side of an offer. */
    private record Side(
            long computed, long unlimited, @Nullable Long limit, long held, long capacity) {}

    DampedCapacity damp(Offer offer, CapacityState before, ShownCapacity shown) {
        Long cpuLimit = limit(
                rules.cpuOversellLimitPercent(),
                offer.capacity().milliCpu(),
                offer.requested().milliCpu());
        Long memoryLimit = limit(
                rules.memoryOversellLimitPercent(),
                offer.capacity().bytes(),
                offer.requested().bytes());
        Side cpu = new Side(
                offer.milliCpu(),
                offer.unlimited().milliCpu(),
                cpuLimit,
                shown.heldMilliCpu(),
                offer.capacity().milliCpu());
        Side memory = new Side(
                offer.bytes(),
                offer.unlimited().bytes(),
                memoryLimit,
                shown.heldBytes(),
                offer.capacity().bytes());
        return new DampedCapacity(
                damp(cpu, 1, state(before.milliCpu(), shown.milliCpu(), now)),
                damp(memory, memoryMultiple, state(before.bytes(), shown.bytes(), now)),
                cpuLimit,
                memoryLimit);
    }

    private DampedAmount damp(Side side, long multiple, AmountState before) {
        long allowed = side.limit() == null ? side.computed() : Math.min(side.computed(), side.limit());
        Wish wish = new Wish(
                side.computed(),
                AmountDamper.roundedDown(allowed, multiple),
                side.unlimited() > allowed,
                side.held(),
                side.capacity(),
                multiple);
        return AmountDamper.damp(before, wish, rules, now);
    }

    /** The capacity is removed. */
    static DampedCapacity reset(CapacityState before, ShownCapacity shown, Instant now) {
        return new DampedCapacity(
                reset(state(before.milliCpu(), shown.milliCpu(), now), now),
                reset(state(before.bytes(), shown.bytes(), now), now),
                null,
                null);
    }

    private static DampedAmount reset(AmountState before, Instant now) {
        AmountState after = before.published() == 0 ? before : new AmountState(0, now);
        return new DampedAmount(0, 0, 0, Effect.RESET, Optional.empty(), after);
    }

    /** After a restart what is shown was published just now; where nothing is shown the first step may be taken. */
    static AmountState state(@Nullable AmountState before, long shown, Instant now) {
        return before != null ? before : new AmountState(shown, shown > 0 ? now : Instant.EPOCH);
    }

    /** What may be offered beside the requests. */
    private static @Nullable Long limit(@Nullable Long percent, long capacity, long requested) {
        return percent == null ? null : Math.max((long) (capacity * (percent / WHOLE)) - requested, 0);
    }
}
