package io.koordbridge.scheduler.view;

import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import java.time.Instant;
import java.util.function.Function;

/** Nodes on which room can be kept for pods: those of the ledger, or of a trial that no other reader sees. */
public interface RoomKeeper {

    /** All nodes now. */
    ClusterView view();

    /**
     * Keeps the room of a pod until the deadline at most, if the check passes on what the node holds at this moment.
     *
     * @param place gives the pod with what it gets on the node, which counts from now on
     */
    Placement hold(PodFacts pod, String node, Instant deadline, Hold hold, Function<NodeView, PlacedPod> place);
}
