package io.koordbridge.scheduler.explain;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeObstacle;
import io.koordbridge.api.nodecheck.UnknownConstraint;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What kube-scheduler's own checks say of all nodes, also of those that it never asks us about.
 *
 * @param nodes how many there are
 * @param fitting how many the pod fits on
 * @param refused nodes by reason; one node may have several
 * @param unchecked constraints of the pod that only kube-scheduler knows
 */
@PureCore
record NodeChecks(int nodes, int fitting, SortedMap<String, Integer> refused, List<String> unchecked) {

    static NodeChecks of(PodFacts pod, ClusterView view) {
        SortedMap<String, Integer> refused = new TreeMap<>();
        int fitting = 0;
        for (NodeView node : view.nodes()) {
            Set<String> reasons = reasons(pod, node);
            reasons.forEach(reason -> refused.merge(reason, 1, Integer::sum));
            fitting += reasons.isEmpty() ? 1 : 0;
        }
        List<String> unchecked = pod.constraints().unknown().stream()
                .map(UnknownConstraint::words)
                .sorted()
                .toList();
        return new NodeChecks(view.size(), fitting, refused, unchecked);
    }

    private static Set<String> reasons(PodFacts pod, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        for (NodeObstacle obstacle :
                NodeCheck.obstacles(pod.constraints(), node.facts().traits())) {
            reasons.add(obstacle.words());
        }
        NodeCheck.shortages(pod.request(), pod.constraints(), node.room())
                .forEach(name -> reasons.add("not enough " + name));
        return reasons;
    }
}
