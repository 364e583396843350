package io.koordbridge.koordlet.strategy;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A metric of a strategy as it is now.
 *
 * @param labels alternating label and value
 * @param value empty while unknown
 */
public record ShownGauge(String family, List<String> labels, Supplier<OptionalDouble> value) {}
