/**
 * Limits and weights of block devices for the best-effort tier and for annotated pods, and what the cost model of the node is. Inputs:
 * blkioQOS of the NodeSLO, annotations of pods, disks and mounts of the node. Outputs: {@code io.max}, {@code io.weight} and
 * {@code io.cost.*}, in version 1 {@code blkio.*}, one line for each disk, given back line by line. Trigger: the timer. Node agent
 * specification section 13.9.
 */
@NullMarked
package io.koordbridge.koordlet.qos.blkio;

import org.jspecify.annotations.NullMarked;
