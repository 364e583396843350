/**
 * Series of {@code /metrics} under the names of Koordinator's agent that come and go with what they are about: containers, CPUs, NUMA
 * nodes, forecasts. Inputs: cluster view, last report, samples, by whoever follows them. Outputs: gauges in the registry. Agent
 * specification section 17.
 */
@NullMarked
package io.koordbridge.koordlet.report.families;

import org.jspecify.annotations.NullMarked;
