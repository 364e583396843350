package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One capability of the scheduler. Pure: an answer follows from pod and node, so it is remembered as long as the node does not change. */
public interface SchedulingPlugin {

    /** Name in configuration and explanations. */
    String name();

    /** Whether the pod fits on the node beside what is there, and how well. */
    PluginAnswer answer(PodShape pod, NodeView node);

    /**
     * Whether the pod that fits may take its room now. Filter leaves this to kube-scheduler, which may have looked before another pod
     * came.
     */
    default FitResult last(PodFacts pod, NodeView node) {
        return FitResult.FITS;
    }

    /** The pod with what it gets on a node that it fits on: holdings that count, annotations of its Binding. */
    default PodFacts reserve(PodFacts pod, NodeView node) {
        return pod;
    }

    /** What people should know of a refusal beside its reason, a line each. */
    default List<String> details(PodShape pod, NodeView node) {
        return List.of();
    }

    /** What people should see of a node, as a value for JSON; null for nothing. */
    default @Nullable Object report(NodeView node) {
        return null;
    }

    /** How much the score counts. */
    default long weight() {
        return 1;
    }
}
