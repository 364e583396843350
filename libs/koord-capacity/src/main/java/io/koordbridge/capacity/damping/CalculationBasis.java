package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What all capacity of a node is calculated from in one pass.
 *
 * @param reported the node as its two sources report it
 * @param node the same after both were made to agree
 */
@PureCore
public record CalculationBasis(
        NodeSnapshot reported, NodeSnapshot node, DampingStrategy damping, Prevailing prevailing, Instant now) {

    private static final int WINDOW_REPORTS = 2;

    /** The basis of a pass; without damping node and strategy are what was given. */
    public static CalculationBasis of(
            NodeSnapshot node, ColocationStrategy strategy, DampingStrategy damping, PodMemory before, Instant now) {
        if (damping.off()) {
            return new CalculationBasis(node, node, damping, Prevailing.undamped(strategy), now);
        }
        Steadied steadied = steadied(node, strategy, damping, before, now);
        Prevailing prevailing = new Prevailing(strategy, steadied.effects(), steadied.after(), steadied.endsAt());
        return new CalculationBasis(node, steadied.node(), damping, prevailing, now);
    }

    private static Steadied steadied(
            NodeSnapshot node, ColocationStrategy strategy, DampingStrategy damping, PodMemory before, Instant now) {
        SteadyPods rule = damping.steadyPods();
        NodeUsage report = node.usage();
        if (rule == null) {
            return new Steadied(node, PodMemory.NONE, Steadied.Effects.NONE, Optional.empty());
        }
        if (report == null || !report.hasNodeMetric()) {
            return new Steadied(node, before, Steadied.Effects.NONE, Optional.empty());
        }
        Duration window = rule.window() != null
                ? rule.window()
                : strategy.reportInterval().multipliedBy(WINDOW_REPORTS);
        return PodSteadiness.steady(
                node, report, before, new PodSteadiness.Rule(window, rule.countPodsWithoutMetrics()), now);
    }
}
