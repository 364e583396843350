package io.koordbridge.capacity.midresource;

import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Mid capacity of a node.
 *
 * @param milliCpu mid-cpu, 0 when reset
 * @param bytes mid-memory, 0 when reset
 * @param capped whether an upper limit in percent took effect
 * @param terms null when nothing was calculated
 * @param usageAt time of the report that was used
 */
public record MidAllotment(
        Reason reason,
        long milliCpu,
        long bytes,
        boolean capped,
        @Nullable MidTerms terms,
        @Nullable Instant usageAt) {

    /** The resources that a mid allotment sets. */
    public static final Set<String> RESOURCES = Set.of(ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    /** An allotment that removes both resources from the node. */
    public static MidAllotment reset(Reason reason, @Nullable Instant usageAt) {
        return new MidAllotment(reason, 0, 0, false, null, usageAt);
    }

    /** The same calculation with other amounts published. */
    public MidAllotment publishing(long newMilliCpu, long newBytes) {
        return new MidAllotment(reason, newMilliCpu, newBytes, capped, terms, usageAt);
    }

    /** Whether both resources are removed from the node. */
    public boolean isReset() {
        return reason != Reason.CALCULATED;
    }

    /** Whether the node keeps what it shows because nothing is or could be calculated. */
    public boolean isKept() {
        return reason == Reason.STAGE_FAILED || reason == Reason.STAGE_OFF;
    }

    /** Whether the calculation failed; the resources are removed as after a reset. */
    public boolean failed() {
        return reason == Reason.NODE_ALLOCATABLE_MISSING;
    }

    /** What the prepared node shows; the CPU is not normalized. */
    public NodePreparation preparation() {
        if (isKept()) {
            return NodePreparation.NOTHING;
        }
        return isReset()
                ? NodePreparation.removing(RESOURCES)
                : NodePreparation.setting(Map.of(
                        ResourceNames.MID_CPU, Quantities.ofDecimal(milliCpu),
                        ResourceNames.MID_MEMORY, Quantities.ofBytes(bytes)));
    }
}
