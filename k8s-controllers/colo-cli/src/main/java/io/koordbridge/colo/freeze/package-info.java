/**
 * Leaves YARN's share of nodes as it is, or lets it follow the policy again.
 *
 * <p>Inputs: names, or Nodes and the options that choose among them. Output: annotation {@code node.koordinator.sh/yarn-frozen}. Triggered by
 * {@code colo freeze} and {@code colo thaw}.
 *
 * <p>Source: YARN specification section 6.8, drain.
 */
@NullMarked
package io.koordbridge.colo.freeze;

import org.jspecify.annotations.NullMarked;
