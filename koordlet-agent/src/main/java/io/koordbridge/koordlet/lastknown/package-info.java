/**
 * Node, NodeSLO, topology and pods as they were known last, on disk: an agent that starts while the API server is away goes on enforcing.
 * Written when they change, at most every ten seconds; read once at the start.
 */
@NullMarked
package io.koordbridge.koordlet.lastknown;

import org.jspecify.annotations.NullMarked;
