/**
 * The NodeResourceTopology of this node: CPUs, NUMA nodes, what the kubelet gives out itself, shared pools. Inputs: /sys and /proc, the
 * kubelet's configuration and state, Node and pods. Output: the object, written when it differs, and the same facts for the strategies of this
 * agent. Node agent specification section 12.
 */
@NullMarked
package io.koordbridge.koordlet.nodetopology;

import org.jspecify.annotations.NullMarked;
