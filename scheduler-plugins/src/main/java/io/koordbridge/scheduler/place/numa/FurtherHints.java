package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another capability that prefers NUMA nodes: its hints are merged with those of CPUs and memory. Pure. */
public interface FurtherHints {

    /** Prefers nothing. */
    FurtherHints NONE = new FurtherHints() {
        @Override
        public List<ResourceHints> hints(PodShape pod, NodeView node, NumaSearch search) {
            return List.of();
        }

        @Override
        public FitResult trial(PodShape pod, NodeView node, @Nullable NumaSet nodes) {
            return FitResult.FITS;
        }
    };

    /**
     * Hints for a pod on a node.
     *
     * @param search NUMA nodes of the node, and how their sets are tried
     */
    List<ResourceHints> hints(PodShape pod, NodeView node, NumaSearch search);

    /** Whether the pod gets what it needs on the NUMA nodes, or anywhere when they are null. */
    FitResult trial(PodShape pod, NodeView node, @Nullable NumaSet nodes);
}
