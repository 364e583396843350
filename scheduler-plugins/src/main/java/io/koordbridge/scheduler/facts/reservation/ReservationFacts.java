package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What scheduling needs of a Reservation.
 *
 * @param created when it was made
 * @param standing where it is and what it keeps there
 * @param terms who may use it, and how
 * @param holding CPUs and NUMA amounts that it keeps
 * @param devices annotation device-allocated with the devices that it keeps, empty for none
 * @param problems what cannot be used of it, for people
 */
@PureCore
public record ReservationFacts(
        String name,
        String uid,
        Instant created,
        Map<String, String> labels,
        Standing standing,
        Terms terms,
        NumaHolding holding,
        String devices,
        List<String> problems) {

    public ReservationFacts {
        labels = Map.copyOf(labels);
        problems = List.copyOf(problems);
    }

    /**
     * Where it is.
     *
     * @param phase as written, empty at first
     * @param node empty until it has one
     * @param allocatable what it keeps
     * @param pods how many pods may use it, -1 for any number
     */
    public record Standing(String phase, String node, ResourceVector allocatable, long pods) {}

    /** How its pods share room with others. */
    public enum Policy {
        /** A pod takes from the reservation first and the rest from the node. */
        DEFAULT,
        ALIGNED,
        /** A pod takes only from the reservation. */
        RESTRICTED
    }

    /**
     * The terms of use.
     *
     * @param owners alternatives; none matches nothing
     * @param ownersValid whether they can all be read
     * @param allocateOnce whether it ends with its first pod
     * @param closed whether no further pod may use it
     * @param taints that keep pods with a reservation affinity away
     * @param restrictedKeys resources of which pods cannot have more than is kept; empty for all
     * @param order the lowest one that is not 0 is used first
     */
    public record Terms(
            List<OwnerRule> owners,
            boolean ownersValid,
            Policy policy,
            boolean allocateOnce,
            boolean closed,
            List<NodeTaint> taints,
            List<String> restrictedKeys,
            long order) {

        public Terms {
            owners = List.copyOf(owners);
            taints = List.copyOf(taints);
            restrictedKeys = List.copyOf(restrictedKeys);
        }
    }

    /** Whether it keeps room on a node. */
    public boolean isOpen() {
        return standing.phase().equals("Available") && !standing.node().isEmpty();
    }

    /** Whether one more pod may use it. */
    public boolean isUsable(int pods) {
        return isOpen() && terms.ownersValid() && !(terms.allocateOnce() && pods > 0);
    }
}
