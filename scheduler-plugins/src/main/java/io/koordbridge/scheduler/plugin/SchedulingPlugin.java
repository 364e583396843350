package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.OptionalLong;

/** One capability of the scheduler. Pure: the answer follows from pod and node alone. */
public interface SchedulingPlugin {

    /** Name in configuration and explanations. */
    String name();

    /** Whether the pod fits on the node beside what is there. */
    FitResult filter(PodFacts pod, NodeView node);

    /** The pod with what it gets on a node that passed {@link #filter}: holdings that count, annotations of its Binding. */
    default PodFacts reserve(PodFacts pod, NodeView node) {
        return pod;
    }

    /** Score from 0 to 100 of a node that passed {@link #filter}, empty when the plugin does not mind. */
    default OptionalLong score(PodFacts pod, NodeView node) {
        return OptionalLong.empty();
    }

    /** How much the score counts. */
    default long weight() {
        return 1;
    }
}
