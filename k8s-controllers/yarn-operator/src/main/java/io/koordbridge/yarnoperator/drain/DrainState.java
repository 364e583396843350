package io.koordbridge.yarnoperator.drain;

/** Where a drain stands. */
public enum DrainState {
    /** Containers leave. */
    DRAINING,
    /** Only application masters are left. */
    HELD,
    /** No container is left, and the ResourceManager places none. */
    DRAINED,
    /** The time is over and containers are left: the lease has come back. */
    FAILED,
    /** The pods are gone; as long as it is asked for, the node gets nothing. */
    DONE;

    /** Whether it waits for nothing any more. */
    public boolean over() {
        return this == FAILED || this == DONE;
    }
}
