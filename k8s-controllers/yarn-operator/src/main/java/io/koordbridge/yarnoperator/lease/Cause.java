package io.koordbridge.yarnoperator.lease;

/** Why a lease changes. */
public enum Cause {
    /** The policy wants it. */
    POLICY,
    /** The node offers less than is given away. */
    PRESSURE,
    /** The node offers nothing. */
    CLOSED,
    /** The ResourceManager schedules on more than the lease. */
    CAPABILITY_ABOVE_LEASE,
    /** The ResourceManager schedules on less than the lease. */
    CAPABILITY_BELOW_LEASE,
    /** Pods' share did not fall in time. */
    RESERVATION_TIMED_OUT
}
