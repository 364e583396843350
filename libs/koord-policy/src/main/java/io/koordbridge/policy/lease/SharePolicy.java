package io.koordbridge.policy.lease;

/** How free capacity is divided between pods and YARN. */
public enum SharePolicy {
    /** A fixed part of the origin. */
    STATIC,
    /** What YARN uses plus a part of the free rest that follows who is waiting. */
    DEMAND,
    /** All that pods have not requested. */
    YARN_FIRST,
    /** All that pods have not requested, less a headroom for pods to come. */
    PODS_FIRST
}
