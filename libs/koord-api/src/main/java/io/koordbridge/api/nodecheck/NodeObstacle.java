package io.koordbridge.api.nodecheck;

/** Keeps a pod off a node whoever leaves it. */
public enum NodeObstacle {
    CORDONED("the node is cordoned"),
    TAINT("a taint of the node is not tolerated"),
    NODE_AFFINITY("the node does not match the pod's node selector or affinity");

    private final String words;

    NodeObstacle(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
