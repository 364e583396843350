package io.koordbridge.manager.batchresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Zones of a NodeResourceTopology to records; manager specification section 8.4. */
@PureCore
public final class TopologyZones {

    private TopologyZones() {}

    /** Each zone with its cpu and memory; empty when no zone shows either. */
    public static List<ZoneCapacity> capacities(@Nullable List<Zone> zones) {
        List<ZoneCapacity> capacities = new ArrayList<>();
        boolean shown = false;
        for (Zone zone : zones == null ? List.<Zone>of() : zones) {
            Map<String, Quantity> listed = new HashMap<>();
            for (ZoneResource resource : resources(zone)) {
                boolean counts =
                        ResourceNames.CPU.equals(resource.name()) || ResourceNames.MEMORY.equals(resource.name());
                shown |= counts;
                if (counts && resource.allocatable() != null) {
                    listed.put(resource.name(), resource.allocatable());
                }
            }
            capacities.add(new ZoneCapacity(name(zone), NodeSnapshots.cpuMemory(listed)));
        }
        return shown ? capacities : List.of();
    }

    static String name(Zone zone) {
        return zone.name() == null ? "" : zone.name();
    }

    static List<ZoneResource> resources(Zone zone) {
        return zone.resources() == null ? List.of() : zone.resources();
    }
}
