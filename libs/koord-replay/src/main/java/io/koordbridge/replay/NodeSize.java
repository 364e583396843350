package io.koordbridge.replay;

/** What a node has. */
public record NodeSize(long milliCpu, long bytes) {

    /** A node of a trace that says nothing of it: 64 cores, 256 GiB. */
    public static final NodeSize DEFAULT = new NodeSize(64_000, 256L << 30);

    public NodeSize {
        if (milliCpu <= 0 || bytes <= 0) {
            throw new IllegalArgumentException(
                    "size of a node: " + milliCpu + " milli-cores, " + bytes + " bytes: must be above 0");
        }
    }
}
