/**
 * Steadies batch capacity of a node and of its NUMA zones, and mid capacity, where the node's strategy asks for it. Input: the node
 * as the calculators see it, the node's {@link io.koordbridge.sloconfig.damping.DampingStrategy}, what node and zones show, and the
 * state of the last pass. Output: what to publish, what was calculated, why they differ, the next state, and when to ask again.
 * Order: pods that are in one source only are counted as they were, once for all capacity; the calculators run unchanged; the upper
 * limits of overcommit and the rounding of memory hold; zones share what the node offers; then each change is made at once, held, or
 * made in steps. Runs inside the noderesource pass; off by default, then what the calculators give is published as it is.
 */
@NullMarked
package io.koordbridge.capacity.damping;

import org.jspecify.annotations.NullMarked;
