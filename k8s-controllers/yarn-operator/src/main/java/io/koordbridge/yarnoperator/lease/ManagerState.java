package io.koordbridge.yarnoperator.lease;

/** What the ResourceManager says about a NodeManager. */
public enum ManagerState {
    /** In use: running, new or unhealthy; its containers count. */
    LIVE,
    /** The ResourceManager itself lowers its capacity to what is used. */
    DECOMMISSIONING,
    /** Lost, shut down, decommissioned: its containers are over for the ResourceManager. */
    DEAD,
    /** Not in the report. */
    UNKNOWN,
    /** Pods of several nodes name it: what it uses is one node's, and it is not known whose. */
    DISPUTED
}
