package io.koordbridge.colo.nodes;

/** What the lines of {@code colo nodes} are ordered by. */
public enum SortKey {
    NAME,
    STATE,
    ORIGIN,
    PODS,
    LEASE,
    RM,
    ALLOC,
    FREE,
    ONLINE,
    AGE
}
