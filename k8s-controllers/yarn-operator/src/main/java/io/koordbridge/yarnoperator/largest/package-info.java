/**
 * The largest container stays possible: in each cluster some nodes keep a size, because a ResourceManager rejects what is larger than its largest
 * node.
 *
 * <p>{@link LargestPlanner} chooses the nodes, {@link LargestVerdict} says whether a container of the size is still accepted, and
 * {@link LargestKeeper} does both once a second. Inputs: the last decision about each node, the reports of the ResourceManagers, the node agents'
 * reports that they do not protect. Outputs: the size that each node keeps, events, a problem of the status, gauges. Source: YARN specification
 * sections 4.2 and 6.3.
 */
@NullMarked
package io.koordbridge.yarnoperator.largest;

import org.jspecify.annotations.NullMarked;
