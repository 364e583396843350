package io.koordbridge.descheduler.decide.run;

import io.koordbridge.api.nodecheck.HostPort;
import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeRoom;
import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodFit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where pods of one run could go: nodes that their constraints allow and whose free requests suffice. Pods alike are asked once. */
public final class OtherNodes {

    private static final String PODS = "pods";

    /** The own node of a pod may be one of those that fit, then the other is the answer. */
    private static final int ENOUGH = 2;

    private final RunView view;
    private final List<NodeFacts> nodes;
    private final Places places;
    private final Map<String, NodeRoom> rooms = new HashMap<>();
    private final Map<PodFit, List<String>> answers = new HashMap<>();

    /** Whether a node has to have a place for one more pod, and its host ports free. */
    public enum Places {
        COUNT,
        DO_NOT_COUNT
    }

    /** Of a view, among these nodes. */
    public OtherNodes(RunView view, List<NodeFacts> nodes, Places places) {
        this.view = view;
        this.nodes = List.copyOf(nodes);
        this.places = places;
    }

    /** The first node that would take a pod, its own one apart. */
    public Optional<String> target(PodFacts pod) {
        return answers.computeIfAbsent(pod.fit(), this::search).stream()
                .filter(node -> !node.equals(pod.nodeName()))
                .findFirst();
    }

    private List<String> search(PodFit fit) {
        PlainAmounts request = new PlainAmounts(fit.requests());
        return nodes.stream()
                .filter(node ->
                        NodeCheck.obstacles(fit.constraints(), node.traits()).isEmpty())
                .filter(node -> lacking(request, fit, rooms.computeIfAbsent(node.name(), name -> room(node)))
                        .isEmpty())
                .map(NodeFacts::name)
                .limit(ENOUGH)
                .toList();
    }

    private Set<String> lacking(PlainAmounts request, PodFit fit, NodeRoom room) {
        return places == Places.COUNT
                ? NodeCheck.shortages(request, fit.constraints(), room)
                : NodeCheck.lacking(request, room.free());
    }

    private NodeRoom room(NodeFacts node) {
        List<Map<String, Long>> requests = new ArrayList<>();
        Set<HostPort> ports = new HashSet<>();
        for (PodFacts pod : view.podsOn(node.name())) {
            if (!pod.state().isDone()) {
                requests.add(pod.fit().requests());
                ports.addAll(pod.fit().constraints().hostPorts());
            }
        }
        long freePods = node.allocatable().getOrDefault(PODS, 0L) - requests.size();
        return new NodeRoom(PlainAmounts.free(node.allocatable(), requests), freePods, ports);
    }
}
