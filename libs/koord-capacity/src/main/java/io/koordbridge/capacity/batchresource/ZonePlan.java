package io.koordbridge.capacity.batchresource;

import io.koordbridge.api.topology.Zone;
import java.util.List;

/**
 * What becomes of the zones of a NodeResourceTopology.
 *
 * @param zones all zones as they shall be, in their order
 * @param changed whether they differ from what was shown
 */
public record ZonePlan(List<Zone> zones, boolean changed) {

    public ZonePlan {
        zones = List.copyOf(zones);
    }

    /** All zones stay as they are. */
    public static ZonePlan unchanged(List<Zone> zones) {
        return new ZonePlan(zones, false);
    }

    /** Whether the zones offer less of something together than those that are shown. */
    public boolean fallsBelow(List<Zone> shown) {
        CpuMemory before = together(shown);
        return !before.min(together(zones)).equals(before);
    }

    private static CpuMemory together(List<Zone> zones) {
        return TopologyZones.shownBatch(zones).values().stream().reduce(CpuMemory.ZERO, CpuMemory::plus);
    }
}
