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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All capabilities, in order. Filter and bind run the same list, so they cannot disagree.
 *
 * @param plugins at least one
 * @param lens through which they see a node
 */
@PureCore
public record PluginList(List<SchedulingPlugin> plugins, NodeLens lens) {

    /** Plugins that see nodes as they are. */
    public PluginList(List<SchedulingPlugin> plugins) {
        this(plugins, NodeLens.PLAIN);
    }

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

    /** Whether kube-scheduler's own checks and all plugins let the pod on the node. */
    public boolean hasRoom(PodFacts pod, NodeView node) {
        return node.hasPlainRoom(pod) && answer(pod.shape(), node).fit().fits();
    }

    /**
     * The answers of all plugins together: every reason and the code that allows the least; else the weighted sum of the scores, as
     * kube-scheduler adds its own: a plugin without an opinion takes nothing from the others.
     */
    public NodeAnswer computed(PodShape pod, NodeView node) {
        return answered(pod, lens.seen(pod, node));
    }

    private NodeAnswer answered(PodShape pod, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        long sum = 0;
        long relative = 0;
        for (SchedulingPlugin plugin : plugins) {
            PluginAnswer answer = plugin.answer(pod, node);
            reasons.addAll(answer.fit().reasons());
            unresolvable |= answer.fit().code() == FitCode.UNRESOLVABLE;
            long score = answer.score().orElse(0);
            sum += score * plugin.weight();
            relative += answer.relative() ? score : 0;
        }
        if (!reasons.isEmpty()) {
            FitCode code = unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE;
            return new NodeAnswer(new FitResult(code, List.copyOf(reasons)), 0);
        }
        return new NodeAnswer(FitResult.FITS, sum, relative);
    }

    /** Whether the pod fits and why not, calculated anew. */
    public FitResult fit(PodShape pod, NodeView node) {
        return computed(pod, node).fit();
    }

    /** Whether the pod fits on a node of a trial, of which nothing is remembered. */
    public boolean fits(PodShape pod, NodeView node) {
        NodeView seen = lens.seen(pod, node);
        return plugins.stream()
                .allMatch(plugin -> plugin.answer(pod, seen).fit().fits());
    }

    /** The pod as it is on the node with the scores by plugin, or why it does not fit; calculated anew. */
    public PlacedPod place(PodFacts pod, NodeView node) {
        NodeView seen = lens.seen(pod.shape(), node);
        FitResult fit = answered(pod.shape(), seen).fit();
        for (SchedulingPlugin plugin : plugins) {
            fit = fit.fits() ? plugin.last(pod, seen) : fit;
        }
        if (!fit.fits()) {
            return new PlacedPod(fit, pod, Map.of());
        }
        Map<String, Long> scores = new TreeMap<>();
        PodFacts placed = pod;
        for (SchedulingPlugin plugin : plugins) {
            plugin.answer(pod.shape(), seen).score().ifPresent(score -> scores.put(plugin.name(), score));
            placed = plugin.reserve(placed, seen);
        }
        return new PlacedPod(fit, placed, scores);
    }

    /** What the plugins add to the reasons of a refusal. */
    public List<String> details(PodShape pod, NodeView node) {
        NodeView seen = lens.seen(pod, node);
        return plugins.stream()
                .flatMap(plugin -> plugin.details(pod, seen).stream())
                .toList();
    }

    /** What the plugins show of a node, by plugin. */
    public SortedMap<String, Object> reports(NodeView node) {
        SortedMap<String, Object> reports = new TreeMap<>();
        for (SchedulingPlugin plugin : plugins) {
            Object report = plugin.report(node);
            if (report != null) {
                reports.put(plugin.name(), report);
            }
        }
        return reports;
    }
}
