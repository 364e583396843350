package io.koordbridge.yarnoperator.lease;

import java.util.EnumSet;
import java.util.Set;

/** What can be put back into a model to see that it notices. Nothing of it is in the product. */
enum Hole {
    NONE,
    /** The lease file carries the reservation. */
    FILE_CARRIES_RESERVATION(ModelFault.RESTART),
    /** The lease file outlives the lease, and the plugin does not remember what it was told. */
    FILE_OUTLIVES_LEASE(ModelFault.RESTART),
    /** A ResourceManager is believed right after a failover. */
    FALL_IS_BELIEVED(ModelFault.FAILOVER, ModelFault.UNASKABLE),
    /** An update counts as acknowledged when it was sent. */
    RAISE_IS_FORGOTTEN(ModelFault.CALLS),
    /** Waits are measured on the clock on the wall. */
    WALL_CLOCK(ModelFault.CLOCK),
    /** The lease of a lost NodeManager ends by time alone. */
    LOSS_ENDS_BY_TIME(ModelFault.LOSS),
    /** A drain does not notice that the node falls. */
    DRAIN_IS_BLIND(ModelFault.ORIGIN_MOVES),
    /** CPU has the deadline of memory. */
    CPU_IS_HURRIED(ModelFault.ORIGIN_MOVES),
    /** A NodeManager that has answered before is waited for without an end. */
    SILENCE_IS_AWAITED(ModelFault.SILENCE),
    /** A shrink goes on although capacity has come back. */
    SHRINK_IS_NEVER_RELAXED(ModelFault.ORIGIN_MOVES),
    /** The annotation is written whatever the Node's version is. */
    VERSION_IS_IGNORED(ModelFault.SPLIT, ModelFault.LEADERS);

    /** Without which nothing of it is seen. */
    final Set<ModelFault> needs = EnumSet.noneOf(ModelFault.class);

    Hole(ModelFault... needs) {
        this.needs.addAll(Set.of(needs));
    }
}
