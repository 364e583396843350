package io.koordbridge.manager.batchresource;

import io.koordbridge.api.topology.Zone;
import java.util.List;

/**
 * What becomes of the zones of a NodeResourceTopology.
 *
 * @param zones all zones as they shall be, in their order
 * @param changed whether they differ from what was shown
 * @param due whether they shall be written even unchanged: the last recorded time is unknown or too long ago
 * @param recordTime whether this pass is recorded as the last one, written or not
 */
public record ZonePlan(List<Zone> zones, boolean changed, boolean due, boolean recordTime) {

    public ZonePlan {
        zones = List.copyOf(zones);
    }

    /** All zones stay as they are. */
    public static ZonePlan unchanged(List<Zone> zones) {
        return new ZonePlan(zones, false, false, false);
    }

    /** Whether the object is written. */
    public boolean writes() {
        return changed || due;
    }
}
