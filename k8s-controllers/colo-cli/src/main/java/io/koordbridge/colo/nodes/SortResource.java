package io.koordbridge.colo.nodes;

/** Which of a node's two amounts decides the order. */
public enum SortResource {
    CPU,
    MEMORY
}
