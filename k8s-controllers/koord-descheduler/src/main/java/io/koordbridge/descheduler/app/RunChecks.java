package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.act.request.RequestChecks;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.args.NodeFitArgs;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.OtherNodes;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.run.Verdict;
import java.util.List;

/** The checks of a run's requests by the view of the run. */
final class RunChecks implements RequestChecks {

    private final EvictionFilters filters;
    private final EvictionLimits limits;
    private final RunView view;
    private final NodeFitArgs fit;
    private final OtherNodes others;

    RunChecks(EvictionFilters filters, EvictionLimits limits, RunView view, NodeFitArgs fit) {
        this.filters = filters;
        this.limits = limits;
        this.view = view;
        this.fit = fit;
        List<NodeFacts> ready = view.nodes().stream().filter(NodeFacts::ready).toList();
        others = new OtherNodes(view, ready, OtherNodes.Places.DO_NOT_COUNT);
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
        return others.target(pod).isPresent()
                ? Verdict.ALLOWED
                : Verdict.refused("NodeFit", "no other ready node has room for it");
    }

    @Override
    public Verdict limit(PodFacts pod) {
        return limits.check(pod, view.workloads(), view.now())
                .map(limit -> Verdict.refused(limit.check(), limit.message()))
                .orElse(Verdict.ALLOWED);
    }
}
