package io.koordbridge.manager.noderesource;

import io.koordbridge.capacity.damping.DampingState;
import io.koordbridge.capacity.plan.CalculatedFrom;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What earlier passes over a node left for the next one.
 *
 * @param strategy the strategy of the last pass, null when there was none
 * @param damping what damping needs to know
 * @param calculatedFrom how old what is published is
 * @param upToDateAt when this process last brought the status up to date, null when never
 */
record PassMemory(
        EffectiveStrategy.@Nullable ForNode strategy,
        DampingState damping,
        CalculatedFrom calculatedFrom,
        @Nullable Instant upToDateAt) {}
