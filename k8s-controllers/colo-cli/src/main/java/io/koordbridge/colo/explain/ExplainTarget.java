package io.koordbridge.colo.explain;

/** Which processes are asked to explain. */
enum ExplainTarget {
    BOTH,
    OPERATOR,
    MANAGER;

    boolean operator() {
        return this != MANAGER;
    }

    boolean manager() {
        return this != OPERATOR;
    }
}
