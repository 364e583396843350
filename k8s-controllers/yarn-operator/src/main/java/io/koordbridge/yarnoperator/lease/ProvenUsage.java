package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeManager's containers hold as far as it is proven. A ResourceManager reports 0 for a node that its scheduler does not know:
 * right after a failover, while the NodeManager registers again, and while it is unhealthy. Such a fall counts when the NodeManager says so
 * itself, or when reports of one epoch have said so for a while.
 *
 * <p>A NodeManager that restarted without its containers also reports 0 while they live: then {@link Strays} decides.
 *
 * @param used what counts
 * @param epoch of the report that it is from
 * @param doubt a lower report that does not count yet, null without one
 * @param lostSince since when the NodeManager is not in use, null while it is
 * @param capability what the ResourceManager had scheduled on, null before the first report
 * @param strays what an earlier process of it left running, null without such
 * @param fell the last fall to nothing that counted while processes were seen, null without one
 */
@PureCore
record ProvenUsage(
        YarnAmount used,
        long epoch,
        @Nullable Doubt doubt,
        @Nullable Instant lostSince,
        @Nullable YarnAmount capability,
        @Nullable Strays strays,
        @Nullable Strays fell) {

    /**
     * A fall that is not proven, as reported by one epoch since a time.
     *
     * @param least what was reported first: what is more by now has started since
     * @param restarts whether the NodeManager may have restarted without its containers
     */
    record Doubt(long epoch, Instant since, YarnAmount least, boolean restarts) {}

    /**
     * What does not change from one NodeManager of a node to the next.
     *
     * @param proof how long reports have to agree
     * @param wasLost whether none was in use before, and one was lost
     * @param sent capability of the last update, null before the first
     */
    record Look(
            Instant now,
            Duration proof,
            NodeAgent agent,
            boolean wasLost,
            @Nullable YarnAmount sent) {}

    /** Before the first report all that a lease covers may be in use. */
    static ProvenUsage unproven(YarnAmount most) {
        return new ProvenUsage(most, Long.MIN_VALUE, null, null, null, null, null);
    }

    /** What is lost from the beginning. */
    static ProvenUsage lost(YarnAmount held, Instant since) {
        return new ProvenUsage(held, Long.MIN_VALUE, null, since, null, null, null);
    }

    /** Whether it was reported once; else it is only what a lease covers. */
    boolean wasReported() {
        return epoch != Long.MIN_VALUE;
    }

    ProvenUsage next(NodeManagerView view, Look look) {
        YarnAmount reported = reported(view);
        Strays left = strays == null || strays.over(look.agent(), reported) ? null : strays;
        Strays late = left == null && fell != null && fell.lateWord(look) ? fell.from(look.now()) : left;
        ProvenUsage present = new ProvenUsage(used, epoch, doubt, lostSince, capability, late, fell);
        return used.fitsIn(reported) ? present.counts(reported, view) : present.fall(reported, view, look);
    }

    private ProvenUsage fall(YarnAmount reported, NodeManagerView view, Look look) {
        boolean restarts = restarts(reported, view, look);
        boolean doubtful = restarts
                || view.epoch() != epoch
                || view.state() == ManagerState.UNHEALTHY
                || reported.equals(YarnAmount.ZERO);
        if (!doubtful) {
            return counts(reported, view);
        }
        Instant asked = look.now().minus(view.reportAge());
        Doubt open = doubt != null && doubt.epoch() == view.epoch()
                ? new Doubt(view.epoch(), doubt.since(), doubt.least().min(reported), restarts)
                : new Doubt(view.epoch(), asked, reported, restarts);
        YarnAmount proven = proven(reported, view, open, asked, look.proof());
        Strays.Verdict verdict = proven == null
                ? Strays.Verdict.OPEN
                : restarts ? Strays.verdict(look, open.since(), proven) : Strays.Verdict.COUNTS;
        if (proven == null || verdict == Strays.Verdict.OPEN) {
            return new ProvenUsage(used.max(reported), epoch, open, null, view.capability(), strays, fell);
        }
        YarnAmount gone = used.minus(proven.min(open.least()));
        ProvenUsage counted = counts(proven, view);
        return verdict == Strays.Verdict.STAYS
                ? counted.with(Strays.more(strays, gone, look.now()), null)
                : counted.with(strays, new Strays(gone, look.now()));
    }

    /** What containers hold, by the NodeManager itself or by reports that agree; null while it is not proven. */
    private static @Nullable YarnAmount proven(
            YarnAmount reported, NodeManagerView view, Doubt open, Instant asked, Duration proof) {
        NodeManagerReport word = view.word();
        if (word != null && word.running() != null && !word.askedAt().isBefore(open.since())) {
            return reported.max(word.running());
        }
        return asked.isBefore(open.since().plus(proof)) ? null : reported;
    }

    /**
     * Whether the NodeManager may have come back without its containers. The plugin registers with the minimum beside such, so the capability
     * falls with the use, and not to what it was sent; where it did not, containers have ended, as at the end of a drain. One that was lost has
     * restarted whatever it registers with.
     */
    private boolean restarts(YarnAmount reported, NodeManagerView view, Look look) {
        boolean told = look.agent().seesStrangers() && strays == null;
        boolean already = lostSince != null || look.wasLost() || (doubt != null && doubt.restarts());
        return told || already || shrankBelowUse(reported, view.capability(), look);
    }

    private boolean shrankBelowUse(YarnAmount reported, YarnAmount has, Look look) {
        boolean smaller = wasReported() && reported.fitsIn(has) && !used.fitsIn(has) && !has.equals(look.sent());
        boolean shrank = capability != null && !capability.fitsIn(has);
        return smaller && (shrank || reported.equals(YarnAmount.ZERO));
    }

    private ProvenUsage counts(YarnAmount held, NodeManagerView view) {
        return new ProvenUsage(held, view.epoch(), null, null, view.capability(), strays, fell);
    }

    private ProvenUsage with(@Nullable Strays newStrays, @Nullable Strays newFell) {
        return new ProvenUsage(used, epoch, doubt, lostSince, capability, newStrays, newFell);
    }

    /** A ResourceManager that knows of nothing in use is asked back: it may not know the node, and what began unseen is no fall. */
    private static YarnAmount reported(NodeManagerView view) {
        NodeManagerReport word = view.word();
        boolean nothing = view.used().equals(YarnAmount.ZERO);
        return nothing && word != null && word.running() != null ? word.running() : view.used();
    }

    ProvenUsage lost(Instant now) {
        return lostSince != null ? this : new ProvenUsage(used, epoch, null, now, capability, strays, null);
    }

    /** What is kept beside NodeManagers in use. */
    YarnAmount kept() {
        YarnAmount own = lostSince == null ? YarnAmount.ZERO : used;
        return strays == null ? own : own.plus(strays.held());
    }
}
