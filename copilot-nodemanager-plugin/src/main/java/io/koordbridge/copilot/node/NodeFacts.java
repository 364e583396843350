package io.koordbridge.copilot.node;

/** The NodeManager at one moment; numbers that are not known yet are {@link #UNKNOWN}. */
public final class NodeFacts {
    /** No number yet. */
    public static final long UNKNOWN = -1;

    private final String nodeId;
    private final String clusterId;
    private final String version;
    private final Amount capacity;
    private final Amount containerUse;
    private final Amount nodeUse;

    /** Capacity is the last one from the ResourceManager, in vcores and MB; the uses are milli-cores and MB. */
    public NodeFacts(
            String nodeId, String clusterId, String version, Amount capacity, Amount containerUse, Amount nodeUse) {
        this.nodeId = nodeId;
        this.clusterId = clusterId;
        this.version = version;
        this.capacity = capacity;
        this.containerUse = containerUse;
        this.nodeUse = nodeUse;
    }

    /** Empty before the NodeManager is bound to its address. */
    public String nodeId() {
        return nodeId;
    }

    /** Empty when the cluster has no name. */
    public String clusterId() {
        return clusterId;
    }

    public String version() {
        return version;
    }

    public Amount capacity() {
        return capacity;
    }

    public Amount containerUse() {
        return containerUse;
    }

    public Amount nodeUse() {
        return nodeUse;
    }

    /** CPU in the unit of its place, memory in MB. */
    public static final class Amount {
        /** Neither is known. */
        public static final Amount NONE = new Amount(UNKNOWN, UNKNOWN);

        private final long cpu;
        private final long megabytes;

        public Amount(long cpu, long megabytes) {
            this.cpu = cpu;
            this.megabytes = megabytes;
        }

        public long cpu() {
            return cpu;
        }

        public long megabytes() {
            return megabytes;
        }
    }
}
