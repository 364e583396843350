package io.koordbridge.scheduler.plugin;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    /** What all plugins together say, remembered by the snapshot of the node. */
    public NodeAnswer answer(PodShape pod, NodeView node) {
        NodeAnswer known = node.answers().find(pod);
        if (known == null) {
            known = computed(pod, node);
            node.answers().put(pod, known);
        }
        return known;
    }

    /**
     * The answers of all plugins together: every reason and the code that allows the least; else the weighted average of the scores,
     * 0 when no plugin minds.
     */
    NodeAnswer computed(PodShape pod, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        long sum = 0;
        long weights = 0;
        for (SchedulingPlugin plugin : plugins) {
            PluginAnswer answer = plugin.answer(pod, node);
            reasons.addAll(answer.fit().reasons());
            unresolvable |= answer.fit().code() == FitCode.UNRESOLVABLE;
            if (plugin.weight() > 0 && answer.score().isPresent()) {
                sum += answer.score().getAsLong() * plugin.weight();
                weights += plugin.weight();
            }
        }
        if (!reasons.isEmpty()) {
            FitCode code = unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE;
            return new NodeAnswer(new FitResult(code, List.copyOf(reasons)), 0);
        }
        return new NodeAnswer(FitResult.FITS, weights == 0 ? 0 : sum / weights);
    }

    /** The pod as it is on the node with the scores by plugin, or why it does not fit; calculated anew. */
    public PlacedPod place(PodFacts pod, NodeView node) {
        FitResult fit = computed(pod.shape(), node).fit();
        if (!fit.fits()) {
            return new PlacedPod(fit, pod, Map.of());
        }
        Map<String, Long> scores = new TreeMap<>();
        PodFacts placed = pod;
        for (SchedulingPlugin plugin : plugins) {
            plugin.answer(pod.shape(), node).score().ifPresent(score -> scores.put(plugin.name(), score));
            placed = plugin.reserve(placed, node);
        }
        return new PlacedPod(fit, placed, scores);
    }

    /** What the plugins add to the reasons of a refusal. */
    public List<String> details(PodShape pod, NodeView node) {
        return plugins.stream()
                .flatMap(plugin -> plugin.details(pod, node).stream())
                .toList();
    }
}
