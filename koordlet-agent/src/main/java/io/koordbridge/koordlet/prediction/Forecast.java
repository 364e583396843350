package io.koordbridge.koordlet.prediction;

import io.koordbridge.koordlet.kubepods.Amounts;

/**
 * Forecast for production pods.
 *
 * @param reclaimable requested, and not expected to be needed
 * @param peak expected to be needed at most
 */
public record Forecast(Amounts reclaimable, Amounts peak) {}
