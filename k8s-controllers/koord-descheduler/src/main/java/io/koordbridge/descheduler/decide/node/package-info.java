/**
 * What the decisions read of nodes and their reports.
 *
 * <p>Inputs: nodes and NodeMetrics as received; outputs: immutable facts. Triggered by each change of a node or of its report;
 * descheduler specification section 10.2.
 */
@NullMarked
package io.koordbridge.descheduler.decide.node;

import org.jspecify.annotations.NullMarked;
