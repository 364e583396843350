package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
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
        NodeSnapshot reported,
        NodeSnapshot node,
        ColocationStrategy strategy,
        DampingStrategy damping,
        Steadied steadied,
        Instant now) {

    private static final int WINDOW_REPORTS = 2;

    /** The basis of a pass; without steady pods the node is what was given. */
    public static CalculationBasis of(
            NodeSnapshot node, ColocationStrategy strategy, DampingStrategy damping, PodMemory before, Instant now) {
        SteadyPods rule = damping.steadyPods();
        if (rule == null) {
            return new CalculationBasis(node, node, strategy, damping, Steadied.NOT, now);
        }
        NodeUsage report = node.usage();
        if (report == null || !report.hasNodeMetric()) {
            Steadied waiting = new Steadied(before, Steadied.Effects.NONE, Optional.empty());
            return new CalculationBasis(node, node, strategy, damping, waiting, now);
        }
        Duration window = rule.window() != null
                ? rule.window()
                : strategy.reportInterval().multipliedBy(WINDOW_REPORTS);
        PodTally.Rule counting = new PodTally.Rule(window, rule.countPodsWithoutMetrics());
        PodSteadiness.Steady steady = PodSteadiness.steady(node, report, before, counting, now);
        return new CalculationBasis(node, steady.node(), strategy, damping, steady.steadied(), now);
    }

    /** The same, where the system of the node is expected to use more than it was measured to. */
    public CalculationBasis expectingMore(CpuMemory more) {
        return new CalculationBasis(reported, node.expectingMore(more), strategy, damping, steadied, now);
    }
}
