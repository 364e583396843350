package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.PodDemand;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a node as they were counted last.
 *
 * @param system usage of the system as it was counted, null before the first report
 * @param reclaimable what prod pods were counted not to need, null before the first report
 * @param measured usage of the system as it was reported during the last window, oldest first; each holds until the next
 * @param pods by their key
 */
public record PodMemory(
        @Nullable CpuMemory system,
        @Nullable CpuMemory reclaimable,
        List<Measured> measured,
        Map<String, Remembered> pods) {

    /** Nothing was counted yet. */
    public static final PodMemory NONE = new PodMemory(null, null, List.of(), Map.of());

    public PodMemory {
        measured = List.copyOf(measured);
        pods = Map.copyOf(pods);
    }

    /** Usage of the system from a report on. */
    public record Measured(Instant from, CpuMemory system) {}

    /**
     * One pod.
     *
     * @param usage its last usage, null when it never showed in a report
     * @param unlistedSince since when it is not among the running pods, null while it is
     * @param unreportedSince since when it is in no report, null while it is
     */
    public record Remembered(
            PodDemand demand,
            @Nullable CpuMemory usage,
            @Nullable Instant unlistedSince,
            @Nullable Instant unreportedSince) {}
}
