/**
 * CPU quotas of pods on shared CPUs, made smaller where the CPU of the node does more than the one that their limits are meant for. Inputs:
 * the ratio of the node's annotation, limits of pods and containers, quotas that files hold. Outputs: parts of quotas, which a burst is put on
 * top of. Trigger: each second, with gate {@code CPUNormalization}. Node agent specification section 14.6, quirk 14 of section 19.
 */
@NullMarked
package io.koordbridge.koordlet.qos.normalization;

import org.jspecify.annotations.NullMarked;
