package io.koordbridge.scheduler.place.fit;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;

/** {@link NodeFit} as a plugin. */
@PureCore
public final class BatchFitPlugin implements SchedulingPlugin {

    @Override
    public String name() {
        return "batchFit";
    }

    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        return PluginAnswer.of(NodeFit.check(pod.request(), node));
    }

    @Override
    public FitResult last(PodFacts pod, NodeView node) {
        return NodeFit.last(pod, node);
    }
}
