/**
 * Pressure stall information: share of the last ten seconds in which work waited for CPU, memory or I/O, and the time of waiting since the
 * start, of the node, its tiers, pods and containers. Inputs: /proc/pressure and the pressure files of control groups. Outputs: series and
 * metrics. Trigger: the rounds of the collectors, every ten seconds (gate PSICollector). Node agent specification sections 5.2 and 7.
 */
@NullMarked
package io.koordbridge.koordlet.measure.pressure;

import org.jspecify.annotations.NullMarked;
