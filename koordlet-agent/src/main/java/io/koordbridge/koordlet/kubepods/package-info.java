/**
 * What the API server says about this node: the node itself, its pods, its NodeSLO, NodeMetric and NodeResourceTopology. Followed by
 * feeds, kept as small records, and kept as they were last known while the API server is away. Node agent specification sections 3 and 4.
 */
@NullMarked
package io.koordbridge.koordlet.kubepods;

import org.jspecify.annotations.NullMarked;
