package io.koordbridge.colo.capacity;

/** States of a node that can be asked for, as koord-manager has them. */
public enum PublishedState {
    PUBLISHED,
    HELD_BACK,
    KEPT,
    NOTHING,
    OFF,
    WAITING
}
