package io.koordbridge.manager.cleanup;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the product wrote into a NodeResourceTopology. */
@PureCore
final class ZoneTraces {

    /** As the agents label those that they make. */
    private static final String MAKER = "Koordinator";

    private static final Set<String> RESOURCES = Set.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final List<String> ANNOTATIONS = List.of(
            Annotations.NRT_CPU_TOPOLOGY,
            Annotations.NRT_KUBELET_CPU_MANAGER_POLICY,
            Annotations.NRT_POD_CPU_ALLOCS,
            Annotations.NRT_CPU_SHARED_POOLS,
            Annotations.NRT_BE_CPU_SHARED_POOLS,
            Annotations.NRT_CPU_BASIC_INFO);

    private ZoneTraces() {}

    /** Whether an agent made the object, which then goes as a whole. */
    static boolean ours(NodeResourceTopology topology) {
        return MAKER.equals(orEmpty(topology.getMetadata().getLabels()).get(Labels.MANAGED_BY));
    }

    /** Annotations that go. */
    static Map<String, @Nullable String> annotations(NodeResourceTopology topology) {
        Map<String, String> shown = orEmpty(topology.getMetadata().getAnnotations());
        Map<String, @Nullable String> gone = new HashMap<>();
        ANNOTATIONS.stream().filter(shown::containsKey).forEach(key -> gone.put(key, null));
        return gone;
    }

    /** Resources of zones without ours, by JSON pointer; only what changes. */
    static Map<String, Object> zones(NodeResourceTopology topology) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Zone> zones = orEmpty(topology.getZones());
        for (int i = 0; i < zones.size(); i++) {
            List<ZoneResource> shown = orEmpty(zones.get(i).resources());
            List<ZoneResource> kept = shown.stream()
                    .filter(one -> one.name() == null || !RESOURCES.contains(one.name()))
                    .toList();
            if (kept.size() < shown.size()) {
                values.put("/zones/" + i + "/resources", kept);
            }
        }
        return values;
    }
}
