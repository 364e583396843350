/**
 * What a strategy shows of itself: values of metrics from its memory, and what it is given for its lines of {@code --preflight}. Inputs:
 * snapshot and memory of its last tick. Outputs: {@code /metrics}, {@code /state} and preflight, by whoever asks.
 */
@NullMarked
package io.koordbridge.koordlet.report.shown;

import org.jspecify.annotations.NullMarked;
