package io.koordbridge.yarnoperator.lease;

/**
 * A NodeManager as its ResourceManager knows it.
 *
 * @param cluster id of the YARN cluster, empty for the default one
 * @param host as registered
 * @param port as registered
 */
public record NodeManagerRef(String cluster, String host, int port) {

    /** {@code host:port}. */
    public String nodeId() {
        return host + ":" + port;
    }

    @Override
    public String toString() {
        return cluster.isEmpty() ? nodeId() : cluster + "/" + nodeId();
    }
}
