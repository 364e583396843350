package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;

/** How a pod sees a node: a capability may keep room there from some pods. Pure, as plugins are. */
@FunctionalInterface
public interface NodeLens {

    /** Nodes as they are. */
    NodeLens PLAIN = (pod, node) -> node;

    /** The node with what is kept from the pod taken. */
    NodeView seen(PodShape pod, NodeView node);
}
