package io.koordbridge.colo.table;

/** Which of a node's two amounts decides the order. */
public enum SortResource {
    CPU,
    MEMORY
}
