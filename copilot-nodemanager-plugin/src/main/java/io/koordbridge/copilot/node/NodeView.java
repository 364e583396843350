package io.koordbridge.copilot.node;

import java.util.List;

/** Reads a NodeManager. */
public interface NodeView {
    NodeFacts node();

    /** Every container that the NodeManager still lists. */
    List<ContainerFacts> containers();

    /** What control groups say of them. */
    GroupFacts groups();

    /** True once the NodeManager has begun to stop. */
    boolean stopping();
}
