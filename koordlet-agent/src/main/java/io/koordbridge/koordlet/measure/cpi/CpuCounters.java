package io.koordbridge.koordlet.measure.cpi;

import java.util.OptionalLong;

/**
 * What the counters of one group on one CPU show.
 *
 * @param cycles empty when they were not counted
 * @param instructions likewise
 * @param enabledNanos how long the counters were meant to count
 * @param runningNanos how long they did: hardware has few counters, which take turns
 */
public record CpuCounters(OptionalLong cycles, OptionalLong instructions, long enabledNanos, long runningNanos) {}
