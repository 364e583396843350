package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;

/**
 * The token bucket of all evictions.
 *
 * @param perSecond tokens per second
 * @param burst tokens at most
 */
@PureCore
public record EvictionRate(double perSecond, int burst) {}
