/**
 * Memory, before anything is evicted. Inputs: memory settings of the NodeSLO's classes, the annotation {@code koordinator.sh/memoryQOS}, what
 * pods request, usage of node and tier. Outputs: memory.min, memory.low, memory.high, memory.oom.group and the files of patched kernels for
 * the groups of classes, pods and containers; memory.high of the best-effort tier, which follows the usage of online work. Trigger: every
 * second, and the birth of a group. Node agent specification sections 13.7 and 5.5.
 */
@NullMarked
package io.koordbridge.koordlet.qos.memory;

import org.jspecify.annotations.NullMarked;
