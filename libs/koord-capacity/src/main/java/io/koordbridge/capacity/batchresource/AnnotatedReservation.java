package io.koordbridge.capacity.batchresource;

import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/** What the reservation annotation of a node keeps from batch work. */
@PureCore
public final class AnnotatedReservation {

    private static final long NANO_PER_CORE = 1_000_000_000L;

    private AnnotatedReservation() {}

    /**
     * Cores and memory of a reservation.
     *
     * @param inForce null when nothing is reserved
     */
    public static CpuMemory of(@Nullable ReservedResources inForce) {
        if (inForce == null) {
            return CpuMemory.ZERO;
        }
        CpuMemory listed = NodeSnapshots.cpuMemory(inForce.resources());
        return inForce.cpus().isEmpty()
                ? listed
                : new CpuMemory(inForce.cpus().size() * NANO_PER_CORE, listed.milliBytes());
    }
}
