package io.koordbridge.yarnoperator.lease;

/** What the ResourceManager says about a NodeManager. */
public enum ManagerState {
    /** In use: running or new; its containers count. */
    LIVE,
    /** In use, but the scheduler has dropped it: what containers hold is not in the report. */
    UNHEALTHY,
    /** The ResourceManager itself lowers its capacity to what is used. */
    DECOMMISSIONING,
    /** Lost, shut down, decommissioned: its containers are over for the ResourceManager. */
    DEAD,
    /** Not in the report. */
    UNKNOWN,
    /** Pods of several nodes name it: what it uses is one node's, and it is not known whose. */
    DISPUTED;

    /** Whether containers of a NodeManager in this state count. */
    public boolean inUse() {
        return this == LIVE || this == UNHEALTHY || this == DECOMMISSIONING;
    }
}
