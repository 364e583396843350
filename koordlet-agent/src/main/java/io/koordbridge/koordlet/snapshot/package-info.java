/**
 * What is known at one tick, as one immutable object that every strategy of the tick sees: node, pods, NodeSLO in force, processors, the
 * best-effort tier, the load. Built from the last known objects, the samples, and one reading of the tier.
 */
@NullMarked
package io.koordbridge.koordlet.snapshot;

import org.jspecify.annotations.NullMarked;
