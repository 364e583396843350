/**
 * The YARN operator: divides each node's batch capacity between pods and YARN with one ledger.
 *
 * <p>Inputs: Nodes, Pods and NodeMetrics (feeds), node reports of the ResourceManagers (poll, 1 s). Outputs: the Node
 * annotations of the lease and {@code updateNodeResource} calls. Trigger: any change of an input, and time. Source: YARN
 * specification sections 6.1 to 6.5.
 */
@NullMarked
package io.koordbridge.yarnoperator;

import org.jspecify.annotations.NullMarked;
