package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.Optional;

/** Shrinks at once, grows in steps, and holds small changes; one amount of one node. */
@PureCore
final class AmountDamper {

    private static final long HUNDRED = 100;

    private AmountDamper() {}

    /**
     * What is asked for.
     *
     * @param computed what the formula gave
     * @param wanted the same after limit and rounding
     * @param limited whether an upper limit made it smaller: then what is above must go
     * @param held what pods and third parties hold already: below it a shrink protects high-priority work
     * @param nodeAmount all that the node has, base of the step
     * @param multiple unit that is published
     */
    record Wish(long computed, long wanted, boolean limited, long held, long nodeAmount, long multiple) {}

    static DampedAmount damp(AmountState before, Wish wish, Rules rules, Instant now) {
        AmountState state = before.changedAt().isAfter(now) ? new AmountState(before.published(), now) : before;
        long gap = wish.wanted() - state.published();
        if (gap == 0) {
            return stays(state, wish, Effect.UNCHANGED, Optional.empty());
        }
        boolean mayHold = gap > 0 || !(wish.limited() || wish.held() > wish.wanted());
        if (mayHold && insideHoldRange(state, wish.wanted(), rules)) {
            return stays(state, wish, Effect.HELD, Optional.empty());
        }
        if (gap < 0) {
            return changes(wish.wanted(), wish, Effect.SHRUNK, now, Optional.empty());
        }
        Growth growth = rules.growth();
        return growth == null
                ? changes(wish.wanted(), wish, Effect.GREW, now, Optional.empty())
                : grow(state, wish, growth, rules, now);
    }

    private static DampedAmount grow(AmountState state, Wish wish, Growth growth, Rules rules, Instant now) {
        Instant due = state.changedAt().plus(growth.interval());
        if (due.isAfter(now)) {
            return stays(state, wish, Effect.WAITING, Optional.of(due));
        }
        long step = Math.max(1, Rounding.percent(wish.nodeAmount(), growth.stepPercent()));
        long reached = Rounding.downTo(state.published() + step, wish.multiple());
        long least = Rounding.downTo(state.published(), wish.multiple()) + wish.multiple();
        long next = Math.min(Math.max(reached, least), wish.wanted());
        if (next == wish.wanted()) {
            return changes(next, wish, Effect.GREW, now, Optional.empty());
        }
        boolean enough = insideHoldRange(new AmountState(next, now), wish.wanted(), rules);
        Optional<Instant> more = enough ? Optional.empty() : Optional.of(now.plus(growth.interval()));
        return changes(next, wish, Effect.STEPPED, now, more);
    }

    private static boolean insideHoldRange(AmountState state, long wanted, Rules rules) {
        long gap = Math.abs(wanted - state.published());
        return gap * HUNDRED <= state.published() * rules.holdRangePercent();
    }

    private static DampedAmount stays(AmountState state, Wish wish, Effect effect, Optional<Instant> dueAt) {
        return new DampedAmount(wish.computed(), null, wish.wanted(), state.published(), effect, dueAt, state);
    }

    private static DampedAmount changes(
            long published, Wish wish, Effect effect, Instant now, Optional<Instant> dueAt) {
        AmountState after = new AmountState(published, now);
        return new DampedAmount(wish.computed(), null, wish.wanted(), published, effect, dueAt, after);
    }
}
