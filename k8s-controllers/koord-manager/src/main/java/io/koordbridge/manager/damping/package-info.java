/**
 * Steadies the batch capacity of a node, where its strategy asks for it. Input: the node as the calculator sees it, the node's
 * {@link io.koordbridge.sloconfig.damping.DampingStrategy}, what it shows, and the state of the last pass. Output: what to
 * publish, what was calculated, why they differ, the next state, and when to ask again. Order: the open window of the schedule
 * replaces thresholds; pods that are in one source only are counted as they were; the calculator runs unchanged; the upper limit
 * of oversell and the rounding of memory hold; then the change is made at once, held, or made in steps. Runs inside the
 * noderesource pass; off by default, then the calculator's result is published as it is.
 */
@NullMarked
package io.koordbridge.manager.damping;

import org.jspecify.annotations.NullMarked;
