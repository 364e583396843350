package io.koordbridge.sloconfig.damping;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How changes of a node's batch and mid capacity are damped; each part is off unless configured.
 *
 * @param mid null when mid capacity is published as it is calculated
 * @param roundMemoryMebibytes memory is published in multiples of this, 0 for none
 * @param steadyPods null when pods count as reported
 */
public record DampingStrategy(
        Rules batch,
        @Nullable Rules mid,
        long roundMemoryMebibytes,
        @Nullable SteadyPods steadyPods) {

    /** Nothing is damped. */
    public static final DampingStrategy OFF = new DampingStrategy(Rules.NONE, Rules.NONE, 0, null);

    /** Whether nothing is damped. */
    public boolean off() {
        return new DampingStrategy(batch, mid == null ? Rules.NONE : mid, roundMemoryMebibytes, steadyPods).equals(OFF);
    }

    /**
     * How one capacity is damped.
     *
     * @param growth null when capacity grows at once
     * @param holdRangePercent changes up to this share of the published value are skipped
     * @param cpuOversellLimitPercent upper limit of requests and this capacity's CPU together in percent of the node, null for none
     * @param memoryOversellLimitPercent the same for memory
     */
    public record Rules(
            @Nullable Growth growth,
            long holdRangePercent,
            @Nullable Long cpuOversellLimitPercent,
            @Nullable Long memoryOversellLimitPercent) {

        /** Nothing is damped. */
        public static final Rules NONE = new Rules(null, 0, null, null);

        /** Whether changes are made later or not at all, so that each one that is made is meant. */
        public boolean decideAboutChanges() {
            return growth != null || holdRangePercent > 0;
        }
    }

    /**
     * Capacity grows in steps.
     *
     * @param stepPercent largest step in percent of the node
     * @param interval time between two steps, and from a shrink to the first step
     */
    public record Growth(long stepPercent, Duration interval) {}

    /**
     * Pods that are in one source and not in the other are counted as they were.
     *
     * @param window how long, null for two report periods
     * @param countPodsWithoutMetrics whether pods that never show in reports are counted with their requests by every policy
     */
    public record SteadyPods(@Nullable Duration window, boolean countPodsWithoutMetrics) {}
}
