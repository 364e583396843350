package io.koordbridge.scheduler.batchfit;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;

/** {@link NodeFit} as a plugin. */
@PureCore
public final class BatchFitPlugin implements SchedulingPlugin {

    @Override
    public String name() {
        return "batchFit";
    }

    @Override
    public FitResult filter(PodFacts pod, NodeView node) {
        return NodeFit.check(pod.request(), node);
    }
}
