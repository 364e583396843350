package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.api.nodecheck.HostPort;
import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeRoom;
import io.koordbridge.api.quantity.Amounts;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodFit;
import io.koordbridge.descheduler.decide.run.RunView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where pods of one run could go: nodes that their constraints allow and whose free requests suffice. Pods alike are asked once. */
final class OtherNodes {

    private static final String PODS = "pods";

    private final RunView view;
    private final List<NodeFacts> nodes;
    private final Map<String, NodeRoom> rooms = new HashMap<>();
    private final Map<PodFit, Optional<String>> answers = new HashMap<>();

    private record Plain(Map<String, Long> byName) implements Amounts {

        @Override
        public List<String> names() {
            return List.copyOf(byName.keySet());
        }

        @Override
        public long get(String name) {
            return byName.getOrDefault(name, 0L);
        }
    }

    OtherNodes(RunView view, List<NodeFacts> nodes) {
        this.view = view;
        this.nodes = nodes;
    }

    /** The first node that would take a pod which its own node does not take. */
    Optional<String> target(PodFacts pod) {
        return answers.computeIfAbsent(pod.fit(), this::search);
    }

    private Optional<String> search(PodFit fit) {
        Plain request = new Plain(fit.requests());
        return nodes.stream()
                .filter(node ->
                        NodeCheck.obstacles(fit.constraints(), node.traits()).isEmpty())
                .filter(node -> NodeCheck.shortages(
                                request, fit.constraints(), rooms.computeIfAbsent(node.name(), name -> room(node)))
                        .isEmpty())
                .map(NodeFacts::name)
                .findFirst();
    }

    private NodeRoom room(NodeFacts node) {
        Map<String, Long> free = new HashMap<>(node.allocatable());
        Set<HostPort> ports = new HashSet<>();
        long count = 0;
        for (PodFacts pod : view.podsOn(node.name())) {
            if (!pod.state().isDone()) {
                count++;
                ports.addAll(pod.fit().constraints().hostPorts());
                pod.fit().requests().forEach((name, amount) -> free.merge(name, -Math.max(0, amount), OtherNodes::sum));
            }
        }
        return new NodeRoom(new Plain(free), node.allocatable().getOrDefault(PODS, 0L) - count, ports);
    }

    /** Requests are whatever pods say: a sum that does not fit into 64 bits is the lowest one. */
    private static long sum(long left, long taken) {
        return left < Long.MIN_VALUE - taken ? Long.MIN_VALUE : left + taken;
    }
}
