/**
 * Cycles per instruction of containers: what the hardware's counters show of each control group on each CPU in a window of some seconds.
 * Inputs: perf_event_open, control groups of the containers, CPUs. Outputs: series and metrics. Trigger: a loop, once a minute (gate
 * CPICollector). Node agent specification section 7, CPI.
 */
@NullMarked
package io.koordbridge.koordlet.measure.cpi;

import org.jspecify.annotations.NullMarked;
