/**
 * Memory of the node that nothing touched for minutes, by DAMON of mainline kernels: a kdamond that only looks (action stat), started where
 * none exists and ended with the agent. Inputs: /sys/kernel/mm/damon, /proc/iomem. Outputs: series. Trigger: a loop, every thirty seconds
 * (gate ColdPageCollector, where kidled does not scan). Node agent specification section 7, cold memory.
 */
@NullMarked
package io.koordbridge.koordlet.measure.damon;

import org.jspecify.annotations.NullMarked;
