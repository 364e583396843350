package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CalculatePolicy;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidTerms;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What moved a published amount: the terms of its sum that are not what they were when the node last showed what was calculated. */
@PureCore
public final class ChangeCause {

    private static final Set<String> CPU = Set.of(ResourceNames.BATCH_CPU, ResourceNames.MID_CPU);
    private static final int DECIMALS = 3;
    private static final int NANO_DIGITS = 9;
    private static final long NANO_PER_MICRO = 1_000;
    private static final BigDecimal MILLI_BYTES_PER_GIBIBYTE = BigDecimal.valueOf(1_000L << 30);

    private final boolean cpu;
    private final List<String> moves = new ArrayList<>();

    private ChangeCause(boolean cpu) {
        this.cpu = cpu;
    }

    /** What amounts came from. */
    public record Basis(
            BatchAllotment batch, ThirdPartyShare thirdParties, double normalizationRatio, MidAllotment mid) {

        static Basis of(NodeTerms terms) {
            BatchCapacity batch = BatchCapacity.of(terms);
            return new Basis(
                    batch.allotment(),
                    terms.thirdParties(),
                    batch.ratio(),
                    MidCapacity.of(terms).allotment());
        }
    }

    /**
     * In words: why there is an amount, or none, and what moved.
     *
     * @param before of the values that the node showed until then, null when that is not known
     */
    static String of(String resource, @Nullable Basis before, Basis now) {
        ChangeCause cause = new ChangeCause(CPU.contains(resource));
        String reason = now.batch().reason().name();
        if (MidCapacity.RESOURCES.contains(resource)) {
            reason = now.mid().reason().name();
            if (before != null) {
                cause.mid(before.mid().terms(), now.mid().terms());
            }
        } else if (before != null && BatchCapacity.RESOURCES.contains(resource)) {
            cause.batch(before, now);
        }
        return cause.moves.isEmpty() ? reason : reason + ": " + String.join(", ", cause.moves);
    }

    private void batch(Basis before, Basis now) {
        BatchTerms old = before.batch().terms();
        BatchTerms fresh = now.batch().terms();
        if (old == null || fresh == null) {
            return;
        }
        CalculatePolicy policy = cpu ? now.batch().cpuPolicy() : now.batch().memoryPolicy();
        CalculatePolicy earlier =
                cpu ? before.batch().cpuPolicy() : before.batch().memoryPolicy();
        if (policy != earlier) {
            moves.add("policy " + policy.wireName() + " instead of " + earlier.wireName());
        }
        moved("capacity", old.capacity(), fresh.capacity());
        moved("margin", old.margin(), fresh.margin());
        if (policy == CalculatePolicy.REQUEST) {
            moved("reserved", old.overhead().reserved(), fresh.overhead().reserved());
        } else {
            moved("system", old.overhead().system(), fresh.overhead().system());
        }
        moved("high-priority pods", pods(old, policy), pods(fresh, policy));
        moved("third parties", held(before), held(now));
        if (cpu && before.normalizationRatio() != now.normalizationRatio()) {
            moves.add("normalization " + now.normalizationRatio() + " instead of " + before.normalizationRatio());
        }
    }

    private static CpuMemory pods(BatchTerms terms, CalculatePolicy policy) {
        return switch (policy) {
            case USAGE -> terms.pods().used();
            case REQUEST -> terms.pods().request();
            case MAX_USAGE_REQUEST -> terms.pods().max();
        };
    }

    private static CpuMemory held(Basis basis) {
        ThirdPartyShare share = basis.thirdParties();
        return new CpuMemory(share.microCpu() * NANO_PER_MICRO, share.milliBytes());
    }

    private void mid(@Nullable MidTerms old, @Nullable MidTerms fresh) {
        if (old == null || fresh == null) {
            return;
        }
        MidTerms.Measured before = old.measured();
        MidTerms.Measured now = fresh.measured();
        if (before == null || now == null) {
            moved("offered", old.offered(), fresh.offered());
        } else {
            moved("reclaimed from prod", before.reclaimed(), now.reclaimed());
            moved("share of the unrequested part", before.fromUnallocated(), now.fromUnallocated());
        }
        moved("upper limit", old.limit(), fresh.limit());
    }

    private void moved(String term, CpuMemory old, CpuMemory fresh) {
        CpuMemory difference = fresh.minus(old);
        BigDecimal amount = cpu
                ? BigDecimal.valueOf(difference.nanoCpu(), NANO_DIGITS).setScale(DECIMALS, RoundingMode.HALF_UP)
                : BigDecimal.valueOf(difference.milliBytes())
                        .divide(MILLI_BYTES_PER_GIBIBYTE, DECIMALS, RoundingMode.HALF_UP);
        if (amount.signum() != 0) {
            String sign = amount.signum() > 0 ? "+" : "";
            moves.add(term + " " + sign + amount.toPlainString() + (cpu ? " cores" : " GiB"));
        }
    }
}
