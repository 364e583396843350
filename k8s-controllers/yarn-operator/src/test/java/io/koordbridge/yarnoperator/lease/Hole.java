package io.koordbridge.yarnoperator.lease;

/** What can be put back into a model to see that it notices. Nothing of it is in the product. */
enum Hole {
    NONE,
    /** The lease file carries the reservation. */
    FILE_CARRIES_RESERVATION,
    /** The lease file outlives the lease, and the plugin does not remember what it was told. */
    FILE_OUTLIVES_LEASE,
    /** A ResourceManager is believed right after a failover. */
    FALL_IS_BELIEVED,
    /** An update counts as acknowledged when it was sent. */
    RAISE_IS_FORGOTTEN,
    /** Waits are measured on the clock on the wall. */
    WALL_CLOCK,
    /** The lease of a lost NodeManager ends by time alone. */
    LOSS_ENDS_BY_TIME,
    /** A drain does not notice that the node falls. */
    DRAIN_IS_BLIND,
    /** CPU has the deadline of memory. */
    CPU_IS_HURRIED,
    /** A NodeManager that has answered before is waited for without an end. */
    SILENCE_IS_AWAITED,
    /** A shrink goes on although capacity has come back. */
    SHRINK_IS_NEVER_RELAXED
}
