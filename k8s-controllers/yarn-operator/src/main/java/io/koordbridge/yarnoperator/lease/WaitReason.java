package io.koordbridge.yarnoperator.lease;

/** What the protocol waits for. */
public enum WaitReason {
    NOTHING("in balance"),
    NO_NODE_MANAGER("no NodeManager on the node"),
    REPORT_OLD("the ResourceManager's report is too old to grow on it"),
    REPORT_STALE("the ResourceManager's report is too old"),
    NODE_UNKNOWN("the ResourceManager does not know the node"),
    NODE_MANAGER_DISPUTED("pods on several nodes name the same NodeManager"),
    NODE_MANAGER_GONE("the NodeManager is gone, its containers may live"),
    PLACEMENT_UNKNOWN("the NodeManager is gone; no process is seen, which proves nothing where none was ever seen"),
    ORIGIN_UNREADABLE("the node's batch capacity cannot be read, so the lease stays"),
    ORPHANS("the NodeManager is gone, its processes are still seen"),
    STRAYS("the NodeManager restarted without its containers, whose processes are still seen: what they may hold"
            + " stays reserved"),
    DECOMMISSIONING("the ResourceManager decommissions the node; its lease stays, since that may be called off"),
    AMBIGUOUS_NODE_MANAGER("several NodeManagers share the node"),
    ANNOTATION("the reservation is being written"),
    PODS_SHARE("pods' share has not fallen yet"),
    SETTLE("pods that are being bound have to show up"),
    POD_LIST("the node's pods are read from the API server"),
    CACHES("the caches do not follow the API server"),
    NEW_LEADER("a former leader's last call may be under way"),
    GROW_INTERVAL("the last grow is too recent"),
    RESOURCE_MANAGER("the ResourceManager has not taken the capability yet"),
    NODE_MANAGER("the NodeManager has not confirmed the smaller capability yet"),
    NODE_MANAGER_RESTARTS("the NodeManager restarts, and may register with its former size"),
    MASTERS("node agent and NodeManager are asked what application masters hold"),
    USE_UNPROVEN("the ResourceManager may not know yet what containers hold"),
    CONTAINERS("containers have to leave"),
    DRAIN("the node is drained, so the lease does not grow"),
    FROZEN("the lease is frozen: it neither grows nor shrinks by policy"),
    LATE_CALL("an earlier, larger update may still take effect");

    private final String text;

    WaitReason(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
