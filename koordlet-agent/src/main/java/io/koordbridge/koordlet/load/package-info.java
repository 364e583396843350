/**
 * What the node does now, split into best-effort work and the rest, and stalls for memory. Inputs: newest samples, node, pods, host
 * applications. Output: {@link io.koordbridge.policy.suppress.NodeLoad}. Node agent specification section 13.2, allowance.
 */
@NullMarked
package io.koordbridge.koordlet.load;

import org.jspecify.annotations.NullMarked;
