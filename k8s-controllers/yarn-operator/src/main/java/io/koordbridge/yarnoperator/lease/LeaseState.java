package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What {@link LeaseProtocol} remembers of a node between two observations.
 *
 * @param lease what the third-party entry has to reserve for NodeManagers in use
 * @param registers what a NodeManager that starts now may register with: never a reservation that is not proven, never more than the
 *     ResourceManager schedules on
 * @param change the change under way
 * @param memory of earlier changes
 */
public record LeaseState(YarnAmount lease, YarnAmount registers, Change change, Memory memory) {

    /**
     * A change under way.
     *
     * @param goal the lease it ends with
     * @param target what the ResourceManager is to take now, a step on the way to the goal
     * @param since start of the phase
     * @param held since when the phase's condition holds, null when it does not
     * @param sentAt when the target was last sent, null when it was not
     * @param deadline by when containers have left, null while nothing drains
     * @param urgent whether memory is short, so that containers have to leave soon
     * @param restores whether a shrink gives back what it has taken from YARN: its target may be above the capability, never above the
     *     lease
     */
    public record Change(
            Phase phase,
            YarnAmount goal,
            YarnAmount target,
            Cause cause,
            Instant since,
            @Nullable Held held,
            @Nullable Instant sentAt,
            @Nullable Instant deadline,
            boolean urgent,
            boolean restores) {

        /**
         * A condition that holds.
         *
         * @param since when it was first seen
         * @param epoch which ResourceManagers said it
         */
        public record Held(Instant since, long epoch) {}

        static Change steady(YarnAmount lease, Instant now) {
            return start(Phase.STEADY, lease, Cause.POLICY, now);
        }

        static Change start(Phase phase, YarnAmount goal, Cause cause, Instant now) {
            return new Change(phase, goal, goal, cause, now, null, null, null, false, false);
        }

        /** A step of a shrink. */
        static Change lower(YarnAmount goal, YarnAmount target, Cause cause, Instant now, Instant deadline) {
            return new Change(Phase.LOWERING, goal, target, cause, now, null, null, deadline, false, false);
        }

        Change inPhase(Phase next, Instant now) {
            return new Change(next, goal, target, cause, now, null, sentAt, deadline, urgent, restores);
        }

        Change urgently() {
            return new Change(phase, goal, target, cause, since, held, sentAt, deadline, true, restores);
        }

        /** The same, which may also raise the capability as far as the lease is reserved. */
        Change restoring() {
            return new Change(phase, goal, target, cause, since, held, sentAt, deadline, urgent, true);
        }

        Change holds(@Nullable Held newHeld) {
            return new Change(phase, goal, target, cause, since, newHeld, sentAt, deadline, urgent, restores);
        }

        Change sent(Instant now) {
            return new Change(phase, goal, target, cause, since, held, now, deadline, urgent, restores);
        }
    }

    /**
     * Memory of earlier changes.
     *
     * @param uncertainUntil until then a former leader may still send something, so nothing is released
     * @param calls which updates may still take effect
     * @param lastGrow end or failure of the last grow
     * @param lastChange end of the last change
     * @param gone since when no NodeManager is in use, null when one is
     * @param beliefs what containers hold
     * @param cap what YARN may have at most after an eviction, null without one
     * @param patience how long a grow waits for pods' share
     * @param question what was asked about application masters last
     */
    public record Memory(
            Instant uncertainUntil,
            PendingUpdates calls,
            Instant lastGrow,
            Instant lastChange,
            @Nullable Gone gone,
            ProvenUsages beliefs,
            @Nullable RefillCap cap,
            Patience patience,
            MastersQuestion question) {

        /**
         * No NodeManager is in use.
         *
         * @param told whether it was announced that its processes are still there
         * @param lost whether one was lost, not only unknown for the moment
         */
        public record Gone(Instant since, boolean told, boolean lost) {}

        /** Whether nothing under way can make the capability larger than an amount. */
        boolean certainlyWithin(YarnAmount amount, Instant now) {
            return calls.within(amount) && !now.isBefore(uncertainUntil);
        }

        Memory grownAt(Instant now) {
            return new Memory(uncertainUntil, calls, now, now, gone, beliefs, cap, patience, question);
        }

        Memory changedAt(Instant now) {
            return new Memory(uncertainUntil, calls, lastGrow, now, gone, beliefs, cap, patience, question);
        }

        Memory gone(@Nullable Gone newGone) {
            return new Memory(uncertainUntil, calls, lastGrow, lastChange, newGone, beliefs, cap, patience, question);
        }

        Memory calls(PendingUpdates newCalls) {
            return new Memory(uncertainUntil, newCalls, lastGrow, lastChange, gone, beliefs, cap, patience, question);
        }

        Memory cap(@Nullable RefillCap newCap) {
            return new Memory(uncertainUntil, calls, lastGrow, lastChange, gone, beliefs, newCap, patience, question);
        }

        Memory patience(Patience newPatience) {
            return new Memory(uncertainUntil, calls, lastGrow, lastChange, gone, beliefs, cap, newPatience, question);
        }

        Memory question(MastersQuestion newQuestion) {
            return new Memory(uncertainUntil, calls, lastGrow, lastChange, gone, beliefs, cap, patience, newQuestion);
        }

        Memory beliefs(ProvenUsages newBeliefs) {
            return new Memory(uncertainUntil, calls, lastGrow, lastChange, gone, newBeliefs, cap, patience, question);
        }
    }

    /** What the third-party entry has to reserve in all. */
    public YarnAmount reserved() {
        return lease.plus(memory.beliefs().lost());
    }

    LeaseState withLease(YarnAmount newLease) {
        return new LeaseState(newLease, registers, change, memory);
    }

    LeaseState withRegisters(YarnAmount newRegisters) {
        return new LeaseState(lease, newRegisters, change, memory);
    }

    LeaseState withChange(Change newChange) {
        return new LeaseState(lease, registers, newChange, memory);
    }

    LeaseState withMemory(Memory newMemory) {
        return new LeaseState(lease, registers, change, newMemory);
    }
}
