package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Load awareness as a plugin.
 *
 * @param rules the configuration
 * @param weight how much its score counts
 */
@PureCore
record LoadAwarePlugin(LoadRules rules, long weight) implements SchedulingPlugin {

    @Override
    public String name() {
        return "loadAware";
    }

    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        FitResult fit = LoadFilter.verdict(pod, node, rules);
        return fit.fits() && !rules.score().isOff()
                ? PluginAnswer.fits(LoadScore.of(pod, node, rules))
                : PluginAnswer.of(fit);
    }

    @Override
    public @Nullable Object report(NodeView node) {
        return LoadReport.of(node, rules);
    }

    /** What the node uses with the pod, against the threshold. */
    @Override
    public List<String> details(PodShape pod, NodeView node) {
        NodeLoad load = NodeLoad.of(node, rules);
        if (load == null) {
            return List.of("load: no NodeMetric of the node is known");
        }
        LoadFilter.Check check = LoadFilter.check(pod, node, rules);
        if (check == null || load.report().expired()) {
            return List.of(
                    load.report().expired()
                            ? "load: the last report is too old"
                            : "load: the report says nothing of the node's usage, or the pod is not checked");
        }
        return LoadFilter.compared(check).stream()
                .map(resource ->
                        "load: %s %d of %d with this pod, %d %%, threshold %d %%; reported %d, expected of pods %d"
                                .formatted(
                                        resource,
                                        check.used().get(resource),
                                        check.capacity().get(resource),
                                        check.percent(resource),
                                        check.percents().getOrDefault(resource, 0L),
                                        Objects.requireNonNull(load.report().node())
                                                .get(resource),
                                        load.nodeDelta().get(resource)))
                .toList();
    }
}
