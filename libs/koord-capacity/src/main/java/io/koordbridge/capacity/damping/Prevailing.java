package io.koordbridge.capacity.damping;

import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DailyWindow;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What prevails for all capacity of a node in one pass.
 *
 * @param strategy what is calculated with: thresholds of the open window included
 * @param window the open window of the schedule, null when none is open
 * @param windowChangesAt when a window opens or closes next
 * @param pods what was done so that both sources agree
 * @param podsAfter what the next pass needs to know of the pods
 * @param askAgainAt when any of this changes although no input does
 */
public record Prevailing(
        ColocationStrategy strategy,
        @Nullable DailyWindow window,
        Optional<Instant> windowChangesAt,
        Steadied.Effects pods,
        PodMemory podsAfter,
        Optional<Instant> askAgainAt) {

    /** A strategy without damping. */
    public static Prevailing undamped(ColocationStrategy strategy) {
        return new Prevailing(
                strategy, null, Optional.empty(), Steadied.Effects.NONE, PodMemory.NONE, Optional.empty());
    }
}
