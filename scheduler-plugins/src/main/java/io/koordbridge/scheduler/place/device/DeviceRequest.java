package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The devices that a pod asks for.
 *
 * @param types by type; none for a pod without devices
 * @param joint types that belong together, the primary first; empty for none
 * @param samePcie whether they must share their PCIe switches
 * @param problem why no node can give them, empty when one can
 */
@PureCore
record DeviceRequest(SortedMap<String, OfType> types, List<String> joint, boolean samePcie, String problem) {

    static final DeviceRequest NONE = new DeviceRequest(new TreeMap<>(), List.of(), false, "");

    DeviceRequest {
        types = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(types));
        joint = List.copyOf(joint);
    }

    /**
     * Devices of one type.
     *
     * @param perCard what each of them has to give
     * @param count how many
     * @param wish further conditions
     */
    record OfType(ResourceVector perCard, int count, Wish wish) {}

    static DeviceRequest refused(String problem) {
        return new DeviceRequest(new TreeMap<>(), List.of(), false, problem);
    }

    boolean isEmpty() {
        return types.isEmpty() && problem.isEmpty();
    }
}
