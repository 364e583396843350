/**
 * How many evictions happen in a time, whoever makes them: token buckets per workload, per namespace and for the process, and
 * limits of one run; descheduler specification sections 1, 7 and 8, product design section 3 item 22.
 *
 * <p>Inputs: limits of the configuration, pods that were evicted, replicas of their workloads, the time; outputs: whether a limit
 * keeps a pod, with its numbers. Triggered by each request, each eviction and each pod that shows a disruption.
 */
@NullMarked
package io.koordbridge.descheduler.decide.limit;

import org.jspecify.annotations.NullMarked;
