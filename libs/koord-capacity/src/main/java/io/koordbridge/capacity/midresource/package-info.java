/**
 * Mid capacity of one node: what prod work requests but is predicted not to need, a share of the unrequested part, or a
 * fixed share of the node. Input: a {@link io.koordbridge.capacity.batchresource.NodeSnapshot} and the node's strategy.
 * Output: an allotment that carries every term. Triggered by the noderesource reconcile; manager specification section 8.5.
 */
@NullMarked
package io.koordbridge.capacity.midresource;

import org.jspecify.annotations.NullMarked;
