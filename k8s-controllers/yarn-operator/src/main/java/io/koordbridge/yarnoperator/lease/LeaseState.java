package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What {@link LeaseProtocol} remembers of a node between two observations.
 *
 * @param lease what the annotation has to reserve
 * @param change the change under way
 * @param memory of earlier changes
 */
public record LeaseState(YarnAmount lease, Change change, Memory memory) {

    /**
     * A change under way.
     *
     * @param goal the lease it ends with
     * @param since start of the phase
     * @param heldSince since when the phase's condition holds, null when it does not
     * @param sent the last update of the phase, null when there was none
     */
    public record Change(
            Phase phase,
            YarnAmount goal,
            Cause cause,
            Instant since,
            @Nullable Instant heldSince,
            @Nullable Sent sent) {

        static Change steady(YarnAmount lease, Instant now) {
            return new Change(Phase.STEADY, lease, Cause.POLICY, now, null, null);
        }

        static Change start(Phase phase, YarnAmount goal, Cause cause, Instant now) {
            return new Change(phase, goal, cause, now, null, null);
        }

        Change held(@Nullable Instant newHeldSince) {
            return new Change(phase, goal, cause, since, newHeldSince, sent);
        }

        Change sent(Sent update) {
            return new Change(phase, goal, cause, since, heldSince, update);
        }
    }

    /** An update that was sent. */
    public record Sent(YarnAmount value, Instant at) {}

    /**
     * Memory of earlier changes.
     *
     * @param uncertainUntil until then an earlier, larger update may still take effect, so nothing is released
     * @param lastSent the last update of any change, null when there was none
     * @param lastGrow end or failure of the last grow
     * @param lastChange end of the last change
     * @param goneSince since when no NodeManager is in use, null when one is
     */
    public record Memory(
            Instant uncertainUntil,
            @Nullable Sent lastSent,
            Instant lastGrow,
            Instant lastChange,
            @Nullable Instant goneSince) {

        /** A smaller value after a larger one: the larger one may arrive late and stay. */
        Memory sent(Sent update, Duration uncertainty) {
            Instant until = lastSent == null || lastSent.value().fitsIn(update.value())
                    ? uncertainUntil
                    : later(uncertainUntil, lastSent.at().plus(uncertainty));
            return new Memory(until, update, lastGrow, lastChange, goneSince);
        }

        /** Whether no update under way can make the capability larger than an amount. */
        boolean certainlyWithin(YarnAmount amount, Instant now, Duration uncertainty) {
            boolean covered = lastSent == null
                    || lastSent.value().fitsIn(amount)
                    || !now.isBefore(lastSent.at().plus(uncertainty));
            return covered && !now.isBefore(uncertainUntil);
        }

        Memory grownAt(Instant now) {
            return new Memory(uncertainUntil, lastSent, now, now, goneSince);
        }

        Memory changedAt(Instant now) {
            return new Memory(uncertainUntil, lastSent, lastGrow, now, goneSince);
        }

        Memory goneSince(@Nullable Instant newGoneSince) {
            return new Memory(uncertainUntil, lastSent, lastGrow, lastChange, newGoneSince);
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }
    }

    LeaseState withLease(YarnAmount newLease) {
        return new LeaseState(newLease, change, memory);
    }

    LeaseState withChange(Change newChange) {
        return new LeaseState(lease, newChange, memory);
    }

    LeaseState withMemory(Memory newMemory) {
        return new LeaseState(lease, change, newMemory);
    }
}
