package io.koordbridge.bench.cluster;

/** How large a cluster is. */
public record ClusterSize(int nodes, int podsPerNode) {

    public ClusterSize {
        if (nodes < 1 || podsPerNode < 0) {
            throw new IllegalArgumentException("nodes " + nodes + ", pods per node " + podsPerNode + ": too few");
        }
    }

    int pods() {
        return nodes * podsPerNode;
    }
}
