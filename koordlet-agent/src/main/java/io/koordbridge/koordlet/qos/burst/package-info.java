/**
 * CPU burst: containers may use at once what they did not use before, and more than their limit while the node has room. Inputs: NodeSLO,
 * annotation of pods, quota, period and burst of their control groups, usage and throttling. Outputs: parts of quotas for
 * {@link io.koordbridge.koordlet.enforce.quota}. Trigger: each timer tick. Node agent specification sections 5.5 and 13.6.
 */
@NullMarked
package io.koordbridge.koordlet.qos.burst;

import org.jspecify.annotations.NullMarked;
