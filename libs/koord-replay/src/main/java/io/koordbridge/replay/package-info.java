/**
 * Recorded usage through the shipped rules: what a node would have offered as batch resources, what batch work would have got of it, and
 * when it would have been short. Inputs: traces and settings; outputs: sums by node and pool. Trigger: the caller, with the time of the trace.
 * Nothing here calculates capacity, leases or suppression; the classes that the executables call do.
 */
@NullMarked
package io.koordbridge.replay;

import org.jspecify.annotations.NullMarked;
