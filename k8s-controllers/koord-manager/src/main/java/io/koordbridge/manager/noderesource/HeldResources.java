package io.koordbridge.manager.noderesource;

import io.koordbridge.manager.batchresource.PodDemand;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;

/** What pods on a node hold of the capacity that passes publish. */
@PureCore
final class HeldResources {

    private HeldResources() {}

    /** Amounts in the unit of each resource. */
    static Map<String, Long> of(List<PodDemand> pods) {
        long milliCpu = 0;
        long bytes = 0;
        for (PodDemand pod : pods) {
            milliCpu += pod.batchMilliCpu();
            bytes += pod.batchBytes();
        }
        return Map.of(ResourceNames.BATCH_CPU, milliCpu, ResourceNames.BATCH_MEMORY, bytes);
    }
}
