/**
 * The NodeMetric status: usage of node, system, pods and host applications over a window, on a timer; earlier when usage jumps or
 * falls. Inputs: store and node view. Output: one patch that replaces the status. Node agent specification section 8, surge reporting ours.
 */
@NullMarked
package io.koordbridge.koordlet.report;

import org.jspecify.annotations.NullMarked;
