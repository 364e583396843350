/** NUMA alignment and CPU binding of a pod on one node. Input: demand of the pod, topology of the node, what its pods hold; output: refusal, or the NUMA nodes, CPUs and quantities of the pod. Triggered by filter and again, under the node's lock, by bind. Scheduler specification sections 6 to 12. */
@NullMarked
package io.koordbridge.scheduler.place.numa;

import org.jspecify.annotations.NullMarked;
