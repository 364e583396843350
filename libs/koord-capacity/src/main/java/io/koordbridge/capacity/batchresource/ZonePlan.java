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
}
