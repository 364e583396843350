package io.koordbridge.scheduler.plugin;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * All capabilities, in order. Filter and bind run the same list, so they cannot disagree.
 *
 * @param plugins at least one
 */
@PureCore
public record PluginList(List<SchedulingPlugin> plugins) {

    public PluginList {
        plugins = List.copyOf(plugins);
    }

    /** The verdicts of all plugins together: every reason, and the code that allows the least. */
    public FitResult filter(PodFacts pod, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        for (SchedulingPlugin plugin : plugins) {
            FitResult verdict = plugin.filter(pod, node);
            reasons.addAll(verdict.reasons());
            unresolvable |= verdict.code() == FitCode.UNRESOLVABLE;
        }
        return reasons.isEmpty()
                ? FitResult.FITS
                : new FitResult(unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE, List.copyOf(reasons));
    }

    /** The pod as it is on the node, or why it does not fit. */
    public PlacedPod place(PodFacts pod, NodeView node) {
        FitResult verdict = filter(pod, node);
        PodFacts placed = pod;
        if (verdict.fits()) {
            for (SchedulingPlugin plugin : plugins) {
                placed = plugin.reserve(placed, node);
            }
        }
        return new PlacedPod(verdict, placed);
    }

    /** Weighted average of the scores from 0 to 100, 0 when no plugin minds. */
    public long score(PodFacts pod, NodeView node) {
        long sum = 0;
        long weights = 0;
        for (SchedulingPlugin plugin : plugins) {
            OptionalLong score = plugin.weight() > 0 ? plugin.score(pod, node) : OptionalLong.empty();
            if (score.isPresent()) {
                sum += score.getAsLong() * plugin.weight();
                weights += plugin.weight();
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }
}
