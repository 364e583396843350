package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.plan.WriteDecision.Reason;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the status of a node is written; manager specification section 8.9. Differences from the
 * reference: a value that is already there is never written again; a decrease is never held back where others rely on
 * the old value (a third party reads the origin, a third party took from the pods' part, or pods already hold more than the
 * new part); metadata that is written takes a status along that was held back; each change of a device count is published.
 */
@PureCore
public final class WriteDecisions {

    private WriteDecisions() {}

    /**
     * Decides.
     *
     * @param shown what the node shows now
     * @param wanted what it ought to show
     * @param metadata whether its metadata is written
     */
    public static WriteDecision decide(
            PublishedNode shown, PublishedNode wanted, MetadataDecision metadata, WriteCircumstances when) {
        if (!shown.complete() || !wanted.complete()) {
            return WriteDecision.of(Reason.NODE_INCOMPLETE);
        }
        return decide(
                shown.sameStatusAs(wanted),
                () -> difference(shown, wanted, when)
                        .or(() -> protection(shown, wanted, when))
                        .or(() -> joined(metadata)),
                when.upToDateAt(),
                when.now(),
                when.strategy());
    }

    /**
     * The same for a node that shows batch resources and nothing else, of which pods get all: amounts in, no objects.
     *
     * @param shown what the node shows now, null when it shows no batch resources
     * @param wanted what it ought to show, null for none
     * @param upToDateAt when the node was last brought up to date, null when never
     */
    public static WriteDecision ofAmounts(
            @Nullable CpuMemory shown,
            @Nullable CpuMemory wanted,
            @Nullable Instant upToDateAt,
            Instant now,
            ColocationStrategy strategy) {
        return decide(
                Objects.equals(shown, wanted), () -> difference(shown, wanted, strategy), upToDateAt, now, strategy);
    }

    private static WriteDecision decide(
            boolean same,
            Supplier<Optional<Reason>> reason,
            @Nullable Instant upToDateAt,
            Instant now,
            ColocationStrategy strategy) {
        if (same) {
            return WriteDecision.of(Reason.UNCHANGED);
        }
        if (upToDateAt == null) {
            return WriteDecision.of(Reason.FIRST_SYNC);
        }
        Instant due = upToDateAt.plus(strategy.writeAgainAfter());
        if (due.isBefore(now)) {
            return WriteDecision.of(Reason.PERIOD_PASSED);
        }
        return reason.get()
                .map(WriteDecision::of)
                .orElseGet(() -> new WriteDecision(Reason.HELD_BACK, Optional.of(due.plusMillis(1))));
    }

    /**
     * Where damping decides about changes, what it changes is written.
     *
     * @param changes whether it changes an amount
     */
    public static WriteDecision withDamping(WriteDecision status, boolean changes) {
        return status.reason() == Reason.HELD_BACK && changes ? WriteDecision.of(Reason.DAMPED_CHANGE) : status;
    }

    private static Optional<Reason> difference(
            @Nullable CpuMemory shown, @Nullable CpuMemory wanted, ColocationStrategy strategy) {
        if (shown == null || wanted == null) {
            return Optional.of(Reason.RESOURCE_APPEARED_OR_WENT);
        }
        double threshold = strategy.resourceDiffThreshold();
        boolean above = differs(thousandths(shown.milliCpu()), thousandths(wanted.milliCpu()), threshold)
                || differs(thousandths(shown.bytes()), thousandths(wanted.bytes()), threshold);
        if (above) {
            return Optional.of(Reason.ABOVE_THRESHOLD);
        }
        boolean fell = wanted.milliCpu() < shown.milliCpu() || wanted.bytes() < shown.bytes();
        return fell ? Optional.of(Reason.ORIGIN_FELL) : Optional.empty();
    }

    /** The unit in which quantities are compared. */
    private static long thousandths(long amount) {
        return amount * 1000;
    }

    private static Optional<Reason> difference(PublishedNode shown, PublishedNode wanted, WriteCircumstances when) {
        double threshold = when.strategy().resourceDiffThreshold();
        Owned owned = when.owned();
        Map<String, Quantity> before = shown.allocatable();
        Map<String, Quantity> after = wanted.allocatable();
        if (owned.resources().stream().anyMatch(name -> before.containsKey(name) != after.containsKey(name))) {
            return Optional.of(Reason.RESOURCE_APPEARED_OR_WENT);
        }
        if (owned.smoothed().stream().anyMatch(name -> differs(before, after, name, threshold))) {
            return Optional.of(Reason.ABOVE_THRESHOLD);
        }
        boolean devices = owned.exact().stream().anyMatch(name -> differs(before, after, name, 0));
        return devices ? Optional.of(Reason.DEVICES_CHANGED) : Optional.empty();
    }

    private static boolean differs(
            Map<String, Quantity> before, Map<String, Quantity> after, String name, double threshold) {
        Quantity old = before.get(name);
        Quantity fresh = after.get(name);
        return old != null && fresh != null && differs(old, fresh, threshold);
    }

    /** Strictly more than the threshold, in double arithmetic over thousandths. */
    static boolean differs(Quantity old, Quantity fresh, double threshold) {
        return differs(Quantities.milli(old), Quantities.milli(fresh), threshold);
    }

    private static boolean differs(long before, long after, double threshold) {
        return (double) Math.abs(after - before) > (double) before * threshold;
    }

    private static Optional<Reason> protection(PublishedNode shown, PublishedNode wanted, WriteCircumstances when) {
        if (PublishedNode.SHARED.stream().anyMatch(name -> falls(shown.origin(), wanted.origin(), name))) {
            return Optional.of(Reason.ORIGIN_FELL);
        }
        boolean shareFalls =
                PublishedNode.SHARED.stream().anyMatch(name -> falls(shown.allocatable(), wanted.allocatable(), name));
        if (shareFalls && when.thirdPartyHolds()) {
            return Optional.of(Reason.THIRD_PARTY_TOOK);
        }
        boolean tooShort = when.owned().smoothed().stream()
                .anyMatch(name -> falls(shown.allocatable(), wanted.allocatable(), name)
                        && when.held().getOrDefault(name, 0L) > Quantities.milli(wanted.allocatable(), name) / 1000);
        return tooShort ? Optional.of(Reason.PODS_HOLD_MORE) : Optional.empty();
    }

    private static boolean falls(Map<String, Quantity> before, Map<String, Quantity> after, String name) {
        return before.containsKey(name) && Quantities.milli(after, name) < Quantities.milli(before, name);
    }

    private static Optional<Reason> joined(MetadataDecision metadata) {
        return metadata.writes() ? Optional.of(Reason.METADATA_DUE) : Optional.empty();
    }
}
