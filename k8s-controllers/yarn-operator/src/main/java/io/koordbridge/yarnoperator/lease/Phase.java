package io.koordbridge.yarnoperator.lease;

/** Where a change of a lease stands. */
public enum Phase {
    /** No change under way. */
    STEADY,
    /** Grow: the annotation reserves the new lease, pods' share has to fall. */
    RESERVING,
    /** Grow: the ResourceManager is to take the new capability. */
    RAISING,
    /** Shrink: the ResourceManager and the NodeManager are to take the new capability. */
    LOWERING,
    /** Shrink: containers leave, the annotation follows what they use. */
    DRAINING;

    /** Whether YARN is to get more. */
    public boolean growing() {
        return this == RESERVING || this == RAISING;
    }

    /** Whether YARN is to get less. */
    public boolean shrinking() {
        return this == LOWERING || this == DRAINING;
    }
}
