package io.koordbridge.descheduler.app;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.descheduler.act.request.RequestChecks;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.args.NodeFitArgs;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.run.Verdict;
import java.util.HashMap;
import java.util.Map;

/** The checks of a run's requests by the view of the run. */
final class RunChecks implements RequestChecks {

    private final EvictionFilters filters;
    private final EvictionLimits limits;
    private final RunView view;
    private final NodeFitArgs fit;
    private final Map<String, PlainAmounts> free = new HashMap<>();

    RunChecks(EvictionFilters filters, EvictionLimits limits, RunView view, NodeFitArgs fit) {
        this.filters = filters;
        this.limits = limits;
        this.view = view;
        this.fit = fit;
    }

    @Override
    public Verdict filter(PodFacts pod) {
        return filters.request(pod);
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        if (!fit.enabled()) {
            return Verdict.ALLOWED;
        }
        boolean fits = view.nodes().stream()
                .filter(NodeFacts::ready)
                .filter(node -> !node.name().equals(pod.nodeName()))
                .anyMatch(node -> fits(pod, node));
        return fits ? Verdict.ALLOWED : Verdict.refused("NodeFit", "no other ready node has room for it");
    }

    private boolean fits(PodFacts pod, NodeFacts node) {
        return NodeCheck.obstacles(pod.fit().constraints(), node.traits()).isEmpty()
                && NodeCheck.lacking(new PlainAmounts(pod.fit().requests()), free(node))
                        .isEmpty();
    }

    private PlainAmounts free(NodeFacts node) {
        return free.computeIfAbsent(node.name(), name -> {
            Map<String, Long> left = new HashMap<>(node.allocatable());
            for (PodFacts there : view.podsOn(name)) {
                if (!there.state().isDone()) {
                    there.fit().requests().forEach((resource, amount) -> left.merge(resource, -amount, Long::sum));
                }
            }
            return new PlainAmounts(left);
        });
    }

    @Override
    public Verdict limit(PodFacts pod) {
        return limits.check(pod, view.workloads(), view.now())
                .map(limit -> Verdict.refused(limit.check(), limit.message()))
                .orElse(Verdict.ALLOWED);
    }
}
