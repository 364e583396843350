package io.koordbridge.koordlet.nodetopology;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** CPUs that the kubelet gave to containers: {@code cpu_manager_state}. */
@PureCore
final class CpuManagerState {

    private CpuManagerState() {}

    /**
     * CPUs by the UID of the pod; a pod without CPUs is left out.
     *
     * @throws IllegalArgumentException on a list of CPUs that cannot be read
     */
    static SortedMap<String, CpuSet> byPod(JsonNode state) {
        SortedMap<String, CpuSet> found = new TreeMap<>();
        for (Map.Entry<String, JsonNode> pod : state.path("entries").properties()) {
            CpuSet all = CpuSet.EMPTY;
            for (JsonNode container : pod.getValue()) {
                all = all.union(CpuSet.parse(container.asText()));
            }
            if (!all.isEmpty()) {
                found.put(pod.getKey(), all);
            }
        }
        return found;
    }
}
