package io.koordbridge.yarnoperator.lease;

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
    /** While the ResourceManager decommissions the node, the lease follows what is used. */
    DECOMMISSION_IS_FINAL(ModelFault.DECOMMISSION),
    /** Processes that the NodeManager does not know are not looked for. */
    STRANGERS_ARE_UNSEEN(ModelFault.ORPHANS),
    /** An empty group proves that nothing runs, wherever containers are. */
    PLACEMENT_IS_BELIEVED(ModelFault.WRONG_AGENT, ModelFault.LOSS),
    /** An origin that cannot be read is an absent one. */
    UNREADABLE_IS_NOTHING(ModelFault.ORIGIN_UNREADABLE, ModelFault.LEADERS),
    /** Of two NodeManagers one is seen. */
    SECOND_IS_UNSEEN(ModelFault.SECOND_MANAGER),
    /** What application masters hold is not asked. */
    MASTERS_ARE_UNSEEN(ModelFault.MASTERS, ModelFault.ORIGIN_MOVES),
    /** What a lease takes of a node is rounded down. */
    RATIO_ROUNDS_DOWN(ModelFault.RATIO),
    /** The reservation counts as what was written last. */
    EDITS_ARE_UNSEEN(ModelFault.EDITED_RESERVATION),
    /** A Node that was made again counts as the one from before. */
    NEW_NODE_IS_UNSEEN(ModelFault.NODE_AGAIN),
    /** The capability counts as what was sent. */
    OTHER_WRITER_IS_UNSEEN(ModelFault.OTHER_WRITER);

    /** Without which nothing of it is seen. */
    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed.
    final Set<ModelFault> needs;

    Hole(ModelFault... needs) {
        this.needs = Set.of(needs);
    }
}
