package io.koordbridge.api.nodecheck;

import io.koordbridge.api.quantity.Amounts;
import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.protocol.PureCore;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of kube-scheduler's filter that pod and node decide by themselves. A pod fits when there is neither obstacle nor shortage;
 * {@link PodConstraints#unknown()} names what the check leaves to kube-scheduler.
 */
@PureCore
public final class NodeCheck {

    /** Shortage of places for pods. */
    public static final String PODS = "pods";
    /** A host port is taken. */
    public static final String PORTS = "host ports";

    private NodeCheck() {}

    /** What keeps the pod off the node even if it were empty. */
    public static Set<NodeObstacle> obstacles(PodConstraints pod, NodeTraits node) {
        Set<NodeObstacle> found = EnumSet.noneOf(NodeObstacle.class);
        if (node.cordoned() && !tolerates(pod, NodeTaint.CORDON)) {
            found.add(NodeObstacle.CORDONED);
        }
        if (node.taints().stream().anyMatch(taint -> taint.keepsAway() && !tolerates(pod, taint))) {
            found.add(NodeObstacle.TAINT);
        }
        if (!isWanted(pod, node)) {
            found.add(NodeObstacle.NODE_AFFINITY);
        }
        return found;
    }

    /** Names of resources that do not suffice, {@link #PODS} and {@link #PORTS} among them. */
    public static Set<String> shortages(Amounts request, PodConstraints pod, NodeRoom room) {
        Set<String> found = new TreeSet<>();
        if (room.freePods() < 1) {
            found.add(PODS);
        }
        found.addAll(lacking(request, room.free()));
        if (pod.hostPorts().stream().anyMatch(port -> room.takenPorts().stream().anyMatch(port::conflictsWith))) {
            found.add(PORTS);
        }
        return found;
    }

    /**
     * Names of requested resources that do not suffice; the number of pods and ports do not count. Who moves pods asks this of each
     * node that could take one, with {@link PlainAmounts} as the room that a node has in plain requests.
     */
    public static Set<String> lacking(Amounts request, Amounts free) {
        Set<String> found = Set.of();
        for (String name : request.names()) {
            long amount = request.get(name);
            if (amount > 0 && amount > free.get(name)) {
                found = found.isEmpty() ? new TreeSet<>() : found;
                found.add(name);
            }
        }
        return found;
    }

    private static boolean tolerates(PodConstraints pod, NodeTaint taint) {
        return pod.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static boolean isWanted(PodConstraints pod, NodeTraits node) {
        return pod.nodeSelector().entrySet().stream()
                        .allMatch(
                                wanted -> wanted.getValue().equals(node.labels().get(wanted.getKey())))
                && (pod.terms().isEmpty() || pod.terms().stream().anyMatch(term -> term.matches(node)));
    }
}
