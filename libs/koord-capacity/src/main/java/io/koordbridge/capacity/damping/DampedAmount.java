package io.koordbridge.capacity.damping;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One amount after damping.
 *
 * @param computed what the formula gave, before limit and rounding
 * @param limit upper limit of oversell, null for none
 * @param wanted what would be published without damping of changes
 * @param published what is published
 * @param effect why published is what it is
 * @param dueAt when more may be published although nothing else changes
 */
public record DampedAmount(
        long computed,
        @Nullable Long limit,
        long wanted,
        long published,
        Effect effect,
        Optional<Instant> dueAt,
        AmountState after) {

    /** What damping did to a change. */
    public enum Effect {
        /** What is wanted was published already. */
        UNCHANGED,
        /** Less is published at once. */
        SHRUNK,
        /** More is published, all that is wanted. */
        GREW,
        /** More is published, one step of it. */
        STEPPED,
        /** More is wanted; the interval since the last change has not passed. */
        WAITING,
        /** The change is inside the hold range. */
        HELD,
        /** The resource is removed from the node. */
        RESET
    }

    DampedAmount limitedBy(@Nullable Long newLimit) {
        return new DampedAmount(computed, newLimit, wanted, published, effect, dueAt, after);
    }

    /** Whether another amount is published than before. */
    public boolean changes() {
        return effect == Effect.SHRUNK || grows();
    }

    /** Whether more is published than before. */
    boolean grows() {
        return effect == Effect.GREW || effect == Effect.STEPPED;
    }
}
