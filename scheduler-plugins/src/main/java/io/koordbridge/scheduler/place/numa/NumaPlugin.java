package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * NUMA alignment, CPU binding and amplified CPU as a plugin.
 *
 * @param args how pods are bound and nodes scored
 * @param further hints of another capability
 */
@PureCore
public record NumaPlugin(NumaArgs args, FurtherHints further) implements SchedulingPlugin {

    /** All sets of 8 NUMA nodes. */
    private static final int MOST_SETS = 255;

    /** Without hints of another capability. */
    public NumaPlugin(NumaArgs args) {
        this(args, FurtherHints.NONE);
    }

    @Override
    public String name() {
        return "numa";
    }

    /** One trial allocation for fit and score. Pods that ask for no CPU are scored by balance. */
    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        NumaDecision decision = decision(pod);
        NumaDemand demand = decision.demand();
        if (demand == null) {
            boolean fits = decision.outcome() == NumaDecision.Outcome.SKIP;
            return PluginAnswer.of(fits ? FitResult.FITS : decision.verdict());
        }
        NumaNode here = numa(node);
        NumaPlacement placement = NumaPlanner.place(demand, here, args, new Alongside(further, pod, node));
        return demand.milliCpu() > 0 && placement.verdict().fits()
                ? PluginAnswer.fits(NumaPlanner.score(demand, here, args, placement))
                : PluginAnswer.of(placement.verdict());
    }

    @Override
    public PodFacts reserve(PodFacts pod, NodeView node) {
        NumaDemand demand = decision(pod.shape()).demand();
        if (demand == null) {
            return pod;
        }
        NumaNode here = numa(node);
        NumaPlacement placement = NumaPlanner.place(demand, here, args, new Alongside(further, pod.shape(), node));
        NumaHolding holding = placement.holding();
        return holding == null
                ? pod
                : pod.with(
                        pod.numa().with(holding),
                        NumaAnnotations.of(
                                pod.numa(), CpuBinding.of(demand, here.facts(), here.topology()), placement));
    }

    /** The NUMA nodes that the pod is aligned to on the node, null for none. */
    public @Nullable NumaSet affinity(PodShape pod, NodeView node) {
        NumaDemand demand = decision(pod).demand();
        return demand == null
                ? null
                : NumaPlanner.place(demand, numa(node), args, new Alongside(further, pod, node))
                        .affinity();
    }

    /** Which NUMA nodes could give each resource, the preferred ones marked. */
    @Override
    public List<String> details(PodShape pod, NodeView node) {
        NumaDemand demand = decision(pod).demand();
        NumaNode here = numa(node);
        if (demand == null || here.topology().zones().isEmpty()) {
            return List.of();
        }
        return NumaPlanner.hints(demand, here, args).stream()
                .map(NumaPlugin::line)
                .toList();
    }

    private static String line(ResourceHints one) {
        List<NumaHint> hints = Objects.requireNonNullElse(one.hints(), List.of());
        String sets = hints.stream()
                .limit(MOST_SETS)
                .map(hint -> (hint.nodes() == null ? "any" : hint.nodes().ids().toString())
                        + (hint.preferred() ? " preferred" : ""))
                .collect(Collectors.joining(", "));
        return one.resource() + " on NUMA nodes " + (sets.isEmpty() ? "none" : sets);
    }

    private NumaDecision decision(PodShape pod) {
        return NumaDemands.of(pod.numa(), pod.request(), args);
    }

    private static NumaNode numa(NodeView node) {
        return new NumaNode(
                node.facts().numa(), node.numa(), node.topologyKnown(), node.allocatable(), node.requested());
    }
}
