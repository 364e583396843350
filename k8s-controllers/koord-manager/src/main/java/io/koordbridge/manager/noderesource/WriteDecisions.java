package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.PodDemand;
import io.koordbridge.manager.noderesource.WriteDecision.Reason;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node is written; manager specification section 8.9. Differences: a value that is already there is never
 * written again, and a decrease is never held back where somebody relies on the old value: a third party reads the origin,
 * a third party took from the pods' part, or pods already hold more than the new part.
 */
@PureCore
public final class WriteDecisions {

    private static final List<String> NAMES = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    private WriteDecisions() {}

    /**
     * Decides.
     *
     * @param shown what the node shows now
     * @param pods pods bound to the node
     * @param lastWrite when this process last brought the node up to date, null when never
     */
    public static WriteDecision decide(
            BatchPublication shown,
            BatchSplit split,
            List<PodDemand> pods,
            @Nullable Instant lastWrite,
            ColocationStrategy strategy,
            Instant now) {
        BatchPublication wanted = BatchPublication.wanted(split);
        if (shown.sameAs(wanted)) {
            return WriteDecision.of(Reason.UNCHANGED);
        }
        if (lastWrite == null) {
            return WriteDecision.of(Reason.FIRST_SYNC);
        }
        Instant due = lastWrite.plus(strategy.writeAgainAfter());
        if (due.isBefore(now)) {
            return WriteDecision.of(Reason.PERIOD_PASSED);
        }
        Optional<Reason> difference = difference(shown, wanted, strategy.resourceDiffThreshold());
        if (difference.isPresent()) {
            return WriteDecision.of(difference.get());
        }
        return protection(shown, wanted, split, pods)
                .map(WriteDecision::of)
                .orElseGet(() -> new WriteDecision(Reason.HELD_BACK, Optional.of(due.plusMillis(1))));
    }

    private static Optional<Reason> difference(BatchPublication shown, BatchPublication wanted, double threshold) {
        for (String name : NAMES) {
            Quantity old = shown.allocatable().get(name);
            Quantity fresh = wanted.allocatable().get(name);
            if ((old == null) != (fresh == null)) {
                return Optional.of(Reason.RESOURCE_APPEARED_OR_WENT);
            }
            if (old != null && fresh != null && differs(old, fresh, threshold)) {
                return Optional.of(Reason.ABOVE_THRESHOLD);
            }
        }
        return Optional.empty();
    }

    /** Strictly more than the threshold, in double arithmetic over thousandths. */
    static boolean differs(Quantity old, Quantity fresh, double threshold) {
        long before = Quantities.milli(old);
        long after = Quantities.milli(fresh);
        return (double) Math.abs(after - before) > (double) before * threshold;
    }

    private static Optional<Reason> protection(
            BatchPublication shown, BatchPublication wanted, BatchSplit split, List<PodDemand> pods) {
        if (NAMES.stream().anyMatch(name -> falls(shown.origin(), wanted.origin(), name))) {
            return Optional.of(Reason.ORIGIN_FELL);
        }
        boolean shareFalls = NAMES.stream().anyMatch(name -> falls(shown.allocatable(), wanted.allocatable(), name));
        boolean taken = split.thirdParty().microCpu() > 0 || split.thirdParty().milliBytes() > 0;
        if (shareFalls && taken) {
            return Optional.of(Reason.THIRD_PARTY_TOOK);
        }
        long heldMilli = pods.stream().mapToLong(PodDemand::batchMilliCpu).sum();
        long heldBytes = pods.stream().mapToLong(PodDemand::batchBytes).sum();
        boolean cpuShort = heldMilli > split.podsMicroCpu() / 1000
                && falls(shown.allocatable(), wanted.allocatable(), ResourceNames.BATCH_CPU);
        boolean memoryShort = heldBytes > split.podsMilliBytes() / 1000
                && falls(shown.allocatable(), wanted.allocatable(), ResourceNames.BATCH_MEMORY);
        return cpuShort || memoryShort ? Optional.of(Reason.PODS_HOLD_MORE) : Optional.empty();
    }

    private static boolean falls(Map<String, Quantity> before, Map<String, Quantity> after, String name) {
        return before.containsKey(name) && Quantities.milli(after, name) < Quantities.milli(before, name);
    }
}
