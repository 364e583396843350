package io.koordbridge.scheduler.gang.plan;

/** What its gang says of a pod with a scheduling gate. */
public enum GateState {
    /** It has no gang, or one that needs no others any more. */
    FREE,
    /** The gang is not planned, or the plan has no room for the pod. */
    WAITS,
    /** The whole minimum has room, and so has this pod. */
    PLACED
}
