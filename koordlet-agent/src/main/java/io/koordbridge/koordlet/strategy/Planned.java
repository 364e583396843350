package io.koordbridge.koordlet.strategy;

import java.util.Optional;

/**
 * What a strategy would do now; nothing of it is written.
 *
 * @param on whether its gate is open
 * @param last reason of its last step
 * @param step empty before the first tick, and when it failed
 * @param failure why there is no step; empty with one
 */
public record Planned(String strategy, boolean on, String last, Optional<Step<?>> step, String failure) {}
