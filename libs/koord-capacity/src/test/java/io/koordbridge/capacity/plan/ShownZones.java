package io.koordbridge.capacity.plan;

import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import java.util.Objects;

/** What zones show. */
final class ShownZones {

    private ShownZones() {}

    /** In the unit of the resource, 0 where the zone does not have it. */
    static long amount(Zone zone, String resource) {
        return Objects.requireNonNull(zone.resources()).stream()
                .filter(one -> resource.equals(one.name()))
                .map(ZoneResource::allocatable)
                .mapToLong(Quantities::value)
                .sum();
    }
}
