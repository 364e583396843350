package io.koordbridge.capacity.damping;

import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.Optional;

/**
 * What prevails for all capacity of a node in one pass.
 *
 * @param strategy what is calculated with
 * @param pods what was done so that both sources agree
 * @param podsAfter what the next pass needs to know of the pods
 * @param askAgainAt when any of this changes although no input does
 */
public record Prevailing(
        ColocationStrategy strategy, Steadied.Effects pods, PodMemory podsAfter, Optional<Instant> askAgainAt) {

    /** A strategy without damping. */
    public static Prevailing undamped(ColocationStrategy strategy) {
        return new Prevailing(strategy, Steadied.Effects.NONE, PodMemory.NONE, Optional.empty());
    }
}
