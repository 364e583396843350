/**
 * Metrics of pods and containers: each pod and container that is measured has its gauges, and loses them when it is gone. Inputs:
 * values of the collectors. Output: {@code /metrics}. Trigger: each sample of a collector. Node agent specification section 17.
 */
@NullMarked
package io.koordbridge.koordlet.measure.subject;

import org.jspecify.annotations.NullMarked;
