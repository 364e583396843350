package io.koordbridge.colo.nodes;

/** States of a node that can be asked for. */
public enum NodeState {
    STEADY,
    GROWING,
    SHRINKING,
    CLOSED,
    STALE,
    UNMATCHED
}
