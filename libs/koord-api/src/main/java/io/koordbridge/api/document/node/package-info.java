/**
 * Documents on Nodes and on NodeResourceTopology objects, each with one reader for all processes: reservation, ratios, raw allocatable,
 * system class, CPU lists, topology, limits of load; and the online sum on a NodeMetric. Input: text of an annotation. Output: {@link io.koordbridge.api.document.Decoded}.
 * The table of each reader says what a process does with a problem. Trigger: a Node or a NodeResourceTopology is seen. Product design
 * 3.28; manager specification 8, scheduler specification 3, koordlet specification 12.
 */
@NullMarked
package io.koordbridge.api.document.node;

import org.jspecify.annotations.NullMarked;
