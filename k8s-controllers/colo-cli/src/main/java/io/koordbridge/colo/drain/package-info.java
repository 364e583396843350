/**
 * Takes YARN off a node: writes the order as an annotation of the Node, and follows what the yarn-operator does about it.
 *
 * <p>Inputs: the Node, {@code GET /api/v1/nodes}. Output: annotation {@code node.koordinator.sh/yarn-drain}, lines, an exit code. Triggered by
 * {@code colo drain}.
 *
 * <p>Source: YARN specification section 6.8, drain.
 */
@NullMarked
package io.koordbridge.colo.drain;

import org.jspecify.annotations.NullMarked;
