package io.koordbridge.scheduler.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.topology.NumaHolding;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.OptionalLong;

/**
 * NUMA alignment, CPU binding and amplified CPU as a plugin.
 *
 * @param args how pods are bound and nodes scored
 */
@PureCore
public record NumaPlugin(NumaArgs args) implements SchedulingPlugin {

    @Override
    public String name() {
        return "numa";
    }

    @Override
    public FitResult filter(PodFacts pod, NodeView node) {
        NumaDecision decision = decision(pod);
        if (decision.demand() == null) {
            return decision.outcome() == NumaDecision.Outcome.SKIP ? FitResult.FITS : decision.verdict();
        }
        return NumaPlanner.place(decision.demand(), numa(node), args).verdict();
    }

    @Override
    public PodFacts reserve(PodFacts pod, NodeView node) {
        NumaDemand demand = decision(pod).demand();
        if (demand == null) {
            return pod;
        }
        NumaNode here = numa(node);
        NumaPlacement placement = NumaPlanner.place(demand, here, args);
        NumaHolding holding = placement.holding();
        return holding == null
                ? pod
                : pod.with(
                        pod.numa().with(holding),
                        NumaAnnotations.of(
                                pod.numa(), CpuBinding.of(demand, here.facts(), here.topology()), placement));
    }

    /** Pods that ask for CPU only: batch resources are scored by balance. */
    @Override
    public OptionalLong score(PodFacts pod, NodeView node) {
        NumaDemand demand = decision(pod).demand();
        if (demand == null || demand.milliCpu() == 0) {
            return OptionalLong.empty();
        }
        NumaNode here = numa(node);
        return OptionalLong.of(NumaPlanner.score(demand, here, args, NumaPlanner.place(demand, here, args)));
    }

    private NumaDecision decision(PodFacts pod) {
        return NumaDemands.of(pod.numa(), pod.request(), args);
    }

    private static NumaNode numa(NodeView node) {
        return new NumaNode(
                node.facts().numa(), node.numa(), node.topologyKnown(), node.allocatable(), node.requested());
    }
}
