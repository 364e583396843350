package io.koordbridge.copilot.node;

/** Ends containers. */
public interface ContainerKiller {
    /** Asks the NodeManager to end it with this status; false when it does not know the container. */
    boolean kill(String containerId, int exitStatus, String reason);

    /** Kills what is in the container's groups now. To be called after {@link #kill}, or the status is lost. */
    void force(String containerId);
}
