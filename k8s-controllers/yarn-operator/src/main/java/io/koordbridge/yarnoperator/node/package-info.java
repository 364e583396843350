/**
 * The edge towards the Node object: caches, the observation of a node, the annotations, and the loop that carries out what the
 * lease protocol decides.
 *
 * <p>Inputs: Nodes, Pods, NodeMetrics, reports; outputs: one JSON merge patch with resourceVersion per change, update requests,
 * events, {@link NodeLeaseStatus} for the view. Trigger: any change of an input, 0.2 s while a lease changes, else 5 s. Source: YARN
 * specification sections 6.4 to 6.6.
 */
@NullMarked
package io.koordbridge.yarnoperator.node;

import org.jspecify.annotations.NullMarked;
