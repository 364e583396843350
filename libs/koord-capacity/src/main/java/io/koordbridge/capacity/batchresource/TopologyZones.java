package io.koordbridge.capacity.batchresource;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
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

    /** Batch resources that zones show, by name; absent or unreadable ones are left out. */
    public static Map<String, CpuMemory> shownBatch(List<Zone> zones) {
        Map<String, CpuMemory> shown = new HashMap<>();
        for (Zone zone : zones) {
            long milliCpu = 0;
            long bytes = 0;
            for (ZoneResource resource : resources(zone)) {
                if (ResourceNames.BATCH_CPU.equals(resource.name())) {
                    milliCpu = value(resource.allocatable());
                } else if (ResourceNames.BATCH_MEMORY.equals(resource.name())) {
                    bytes = value(resource.allocatable());
                }
            }
            shown.put(name(zone), CpuMemory.ofMilliAndBytes(milliCpu, bytes));
        }
        return shown;
    }

    private static long value(@Nullable Quantity quantity) {
        return quantity == null
                ? 0
                : ExactQuantity.parse(quantity.toString())
                        .map(ExactQuantity::value)
                        .orElse(0L);
    }

    static String name(Zone zone) {
        return zone.name() == null ? "" : zone.name();
    }

    static List<ZoneResource> resources(Zone zone) {
        return orEmpty(zone.resources());
    }
}
