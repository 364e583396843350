package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Further hints for one pod on one node.
 *
 * @param hints what gives them
 * @param pod the pod
 * @param node the node
 */
@PureCore
record Alongside(FurtherHints hints, PodShape pod, NodeView node) {

    List<ResourceHints> of(NumaSearch search) {
        return hints.hints(pod, node, search);
    }

    FitResult trial(@Nullable NumaSet nodes) {
        return hints.trial(pod, node, nodes);
    }
}
