package io.koordbridge.koordlet.kubepods;

/**
 * Batch resources of one container.
 *
 * @param requestMilliCpu 0 when not requested
 * @param limitMilliCpu 0 when not limited
 * @param limitBytes 0 when not limited
 */
public record BatchAmounts(long requestMilliCpu, long limitMilliCpu, long limitBytes) {}
