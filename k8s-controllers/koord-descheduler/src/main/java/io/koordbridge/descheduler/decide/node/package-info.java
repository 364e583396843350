/**
 * What the decisions read of nodes and their reports.
 *
 * <p>Inputs: nodes and NodeMetrics as received; outputs: immutable facts.
 */
@NullMarked
package io.koordbridge.descheduler.decide.node;

import org.jspecify.annotations.NullMarked;
