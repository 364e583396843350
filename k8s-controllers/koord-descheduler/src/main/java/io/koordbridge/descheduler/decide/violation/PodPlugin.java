package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.OtherNodes;
import io.koordbridge.descheduler.decide.run.RunPlugin;
import io.koordbridge.descheduler.decide.run.RunView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A plugin that asks for the pods of a rule, if the filters let them go: node by node and by name, or the oldest of all nodes
 * first.
 */
record PodPlugin(String name, PodScope scope, boolean oldestFirst, PodRule rule) implements RunPlugin {

    private static final Comparator<EvictionRequest> BY_AGE = Comparator.<EvictionRequest, Instant>comparing(
                    request -> request.pod().created())
            .thenComparing(request -> request.pod().ref().key());

    @Override
    public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
        OtherNodes others = new OtherNodes(view, nodes, OtherNodes.Places.COUNT);
        List<EvictionRequest> found = new ArrayList<>();
        for (NodeFacts node : nodes) {
            view.podsOn(node.name()).stream()
                    .filter(pod -> !pod.state().terminating() && scope.covers(pod))
                    .sorted(Comparator.comparing((PodFacts pod) -> pod.ref().key()))
                    .forEach(pod -> rule.judge(pod, node, others, view.now())
                            .map(finding -> new EvictionRequest(pod, name, finding.reason(), finding.targets()))
                            .ifPresent(found::add));
        }
        if (oldestFirst) {
            found.sort(BY_AGE);
        }
        for (EvictionRequest request : found) {
            if (evictor.filter(request.pod()).allowed()
                    && evictor.preEvictionFilter(request.pod()).allowed()) {
                evictor.evict(request);
            }
        }
    }
}
