package io.koordbridge.colo.config;

/** Who follows the NodeSLOs on the nodes. */
enum NodeAgent {
    /** Ours. */
    KOORDLET,
    /** Koordinator's own, behind our koord-manager. */
    KOORDINATOR
}
