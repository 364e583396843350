/**
 * Batch capacity of one node: what is left of the node beside high-priority work, and how it is split between pods and
 * third parties such as YARN. Input: a {@link io.koordbridge.capacity.batchresource.NodeSnapshot} and the node's strategy.
 * Output: an allotment that carries every term, then a split. Triggered by the noderesource reconcile; manager
 * specification sections 8.2 to 8.4, YARN specification section 1.6 with the differences of its section 6.6.
 */
@NullMarked
package io.koordbridge.capacity.batchresource;

import org.jspecify.annotations.NullMarked;
