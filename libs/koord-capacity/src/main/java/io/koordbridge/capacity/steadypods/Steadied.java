package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
import java.time.Instant;
import java.util.Optional;

/**
 * What was done so that the two sources of a node agree.
 *
 * @param after what the next pass needs to know of the pods
 * @param endsAt when the first window ends, so that something changes although no input does
 */
public record Steadied(PodMemory after, Effects effects, Optional<Instant> endsAt) {

    /** The sources are taken as they are. */
    public static final Steadied NOT = new Steadied(PodMemory.NONE, Effects.NONE, Optional.empty());

    /**
     * What was done to make them agree.
     *
     * @param kept pods that left the list and are counted while their usage is reported
     * @param carried pods that left the report and count their last usage
     * @param starting pods that are in no report yet and count what is measured
     * @param overdue pods that are in no report for longer than the window and count their requests
     * @param notSystem reported usage of the system that is taken to be such pods
     * @param reclaimableKept what pods that left the report are still taken not to need
     */
    public record Effects(
            int kept, int carried, int starting, int overdue, CpuMemory notSystem, CpuMemory reclaimableKept) {

        public static final Effects NONE = new Effects(0, 0, 0, 0, CpuMemory.ZERO, CpuMemory.ZERO);
    }
}
