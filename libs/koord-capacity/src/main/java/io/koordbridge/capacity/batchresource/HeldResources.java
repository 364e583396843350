package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;

/** What pods on a node hold of the capacity that passes publish. */
@PureCore
public final class HeldResources {

    private HeldResources() {}

    /** Amounts in the unit of each resource. */
    public static Map<String, Long> of(List<PodDemand> pods) {
        CpuMemory batch = CpuMemory.ZERO;
        CpuMemory mid = CpuMemory.ZERO;
        for (PodDemand pod : pods) {
            batch = batch.plus(pod.heldBatch());
            mid = mid.plus(pod.heldMid());
        }
        return Map.of(
                ResourceNames.BATCH_CPU, batch.milliCpu(),
                ResourceNames.BATCH_MEMORY, batch.bytes(),
                ResourceNames.MID_CPU, mid.milliCpu(),
                ResourceNames.MID_MEMORY, mid.bytes());
    }
}
