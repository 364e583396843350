package io.koordbridge.colo.capacity;

/** What the lines of {@code colo capacity} are ordered by. */
public enum PublishedKey {
    NAME,
    STATE,
    CAPACITY,
    ONLINE,
    ORIGIN,
    YARN,
    BATCH,
    MID,
    AGE
}
