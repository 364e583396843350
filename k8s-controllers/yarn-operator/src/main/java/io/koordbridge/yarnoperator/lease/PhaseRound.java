package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import io.koordbridge.yarnoperator.lease.LeaseState.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The phases of a change, for a node whose NodeManagers are all reported and in use. */
@PureCore
final class PhaseRound {

    private final LeaseState state;
    private final NodeObservation seen;
    private final LeaseSettings settings;
    private final ProtocolTimes times;
    private final Instant now;
    private final ManagersInUse managers;
    private final LeasePlan plan;
    private final List<LeaseAction> actions = new ArrayList<>();

    PhaseRound(LeaseState state, NodeObservation seen, LeaseSettings settings, ManagersInUse managers, LeasePlan plan) {
        this.state = state;
        this.seen = seen;
        this.settings = settings;
        this.times = settings.times();
        this.now = seen.now();
        this.managers = managers;
        this.plan = plan;
    }

    LeaseStep run() {
        return switch (state.change().phase()) {
            case STEADY -> steady();
            case RESERVING -> reserving(state);
            case RAISING -> raising(state);
            case LOWERING -> lowering(tightened(state));
            case DRAINING -> draining();
        };
    }

    private LeaseStep steady() {
        YarnAmount lease = state.lease();
        if (!managers.capability().fitsIn(lease)) {
            announce(
                    Notice.CAPABILITY_DIFFERS,
                    "ResourceManager schedules on " + managers.capability() + ", lease is " + lease);
            return shrink(lease.min(plan.limit()), Cause.CAPABILITY_ABOVE_LEASE);
        }
        YarnAmount shrunk = settings.hysteresis().shrunk(lease, plan);
        if (!shrunk.equals(lease)) {
            return shrink(shrunk, lease.fitsIn(plan.limit()) ? Cause.POLICY : scarcity());
        }
        if (writeAnnotation(state)) {
            return wait(state, WaitReason.ANNOTATION);
        }
        if (managers.several()) {
            return wait(state, WaitReason.AMBIGUOUS_NODE_MANAGER);
        }
        return grow(lease);
    }

    private LeaseStep grow(YarnAmount lease) {
        Duration quiet = LeaseRound.since(state.memory().lastChange(), now);
        YarnAmount grown = settings.hysteresis().grown(lease, plan, quiet);
        boolean behind = !lease.fitsIn(managers.capability());
        if (!behind && grown.equals(lease)) {
            return wait(state, WaitReason.NOTHING);
        }
        if (!seen.authority().mayGrow()) {
            return wait(state, WaitReason.NEW_LEADER);
        }
        if (managers.oldestReport().compareTo(times.freshFor()) > 0) {
            return wait(state, WaitReason.REPORT_OLD);
        }
        if (behind) {
            return reserving(state.withChange(Change.start(Phase.RESERVING, lease, Cause.CAPABILITY_BELOW_LEASE, now)));
        }
        if (tooSoon()) {
            return wait(state, WaitReason.GROW_INTERVAL);
        }
        announce(Notice.GROWING, lease + " to " + grown + ", " + plan.reason());
        Change change = Change.start(Phase.RESERVING, grown, Cause.POLICY, now);
        return reserving(state.withLease(grown).withChange(change));
    }

    private boolean tooSoon() {
        return LeaseRound.since(state.memory().lastGrow(), now).compareTo(times.growInterval()) < 0;
    }

    /** The new lease is reserved; YARN gets it once pods provably cannot take it any more. */
    private LeaseStep reserving(LeaseState current) {
        YarnAmount goal = current.change().goal();
        if (unsafeToGrow(goal)) {
            return giveUp(current);
        }
        if (writeAnnotation(current)) {
            return wait(current.withChange(current.change().held(null)), WaitReason.ANNOTATION);
        }
        if (!seen.books().live()) {
            return wait(current.withChange(current.change().held(null)), WaitReason.CACHES);
        }
        if (!podsMadeRoom(goal)) {
            boolean late = !now.isBefore(current.change().since().plus(times.reserveTimeout()));
            LeaseState waiting = current.withChange(current.change().held(null));
            return late ? timedOut(waiting) : wait(waiting, WaitReason.PODS_SHARE);
        }
        Instant held =
                current.change().heldSince() == null ? now : current.change().heldSince();
        if (now.isBefore(held.plus(times.settle()))) {
            return wait(current.withChange(current.change().held(held)), WaitReason.SETTLE);
        }
        return raising(current.withChange(
                Change.start(Phase.RAISING, goal, current.change().cause(), now)));
    }

    private boolean podsMadeRoom(YarnAmount goal) {
        var allowance = seen.books().allowance(settings.conversion().toBatch(goal));
        return seen.books().published().fitsIn(allowance) && seen.books().pods().fitsIn(allowance);
    }

    private boolean unsafeToGrow(YarnAmount goal) {
        return !goal.fitsIn(plan.limit()) || !managers.capability().fitsIn(goal) || managers.several();
    }

    private LeaseStep giveUp(LeaseState current) {
        YarnAmount goal = current.change().goal().min(plan.limit());
        announce(Notice.GROW_GIVEN_UP, "capacity is gone, lease goes back to " + goal);
        Cause cause = managers.several() ? Cause.POLICY : scarcity();
        YarnAmount back = managers.several() ? goal.min(managers.capability()) : goal;
        return shrink(current, back, cause);
    }

    private LeaseStep timedOut(LeaseState current) {
        YarnAmount back = current.change().goal().min(managers.capability());
        announce(Notice.GROW_GIVEN_UP, "pods' share did not fall in time, lease goes back to " + back);
        Memory memory = current.memory().grownAt(now);
        return shrink(current.withMemory(memory), back, Cause.RESERVATION_TIMED_OUT);
    }

    private LeaseStep raising(LeaseState current) {
        YarnAmount goal = current.change().goal();
        if (unsafeToGrow(goal)) {
            return giveUp(current);
        }
        if (goal.equals(managers.capability())) {
            announce(Notice.GROWN, "YARN has " + goal);
            Memory memory = current.memory().grownAt(now);
            return wait(new LeaseState(goal, Change.steady(goal, now), memory), WaitReason.NOTHING);
        }
        boolean ready = seen.authority().mayGrow() && seen.books().live() && podsMadeRoom(goal);
        if (writeAnnotation(current) || !ready) {
            // Someone changed the reservation or pods' share: prove it again before the next update.
            Change again = Change.start(Phase.RESERVING, goal, current.change().cause(), now);
            return wait(current.withChange(again), WaitReason.PODS_SHARE);
        }
        if (!dueToSend(current.change(), goal)) {
            return wait(current, WaitReason.RESOURCE_MANAGER);
        }
        return wait(send(current, goal, ProtocolTimes.NEVER_KILL), WaitReason.RESOURCE_MANAGER);
    }

    private LeaseStep shrink(YarnAmount goal, Cause cause) {
        return shrink(state, goal, cause);
    }

    private LeaseStep shrink(LeaseState current, YarnAmount wantedGoal, Cause cause) {
        YarnAmount goal = wantedGoal.max(plan.minimum());
        if (!managers.capability().fitsIn(goal)) {
            announce(
                    Notice.SHRINKING,
                    managers.capability() + " to " + goal + ", " + cause.text() + ", grace "
                            + timeout(cause).toMillis() + " ms");
        }
        return lowering(current.withChange(Change.start(Phase.LOWERING, goal, cause, now)));
    }

    private Cause scarcity() {
        return seen.books().closed() ? Cause.CLOSED : Cause.PRESSURE;
    }

    private Duration timeout(Cause cause) {
        boolean pressure = cause == Cause.PRESSURE || cause == Cause.CAPABILITY_ABOVE_LEASE;
        return pressure ? times.pressureTimeout() : times.drainTimeout();
    }

    /** A shrink under way goes further when the node has fallen further, and not below the minimum of a NodeManager that joins. */
    private LeaseState tightened(LeaseState current) {
        Change change = current.change();
        if (!plan.minimum().fitsIn(change.goal())) {
            YarnAmount goal = change.goal().max(plan.minimum());
            return current.withChange(Change.start(Phase.LOWERING, goal, change.cause(), now));
        }
        if (change.goal().fitsIn(plan.limit())) {
            return current;
        }
        YarnAmount goal = change.goal().min(plan.limit());
        announce(Notice.SHRINKING, "further, to " + goal + ", " + scarcity().text());
        return current.withChange(Change.start(Phase.LOWERING, goal, scarcity(), now));
    }

    private LeaseStep lowering(LeaseState current) {
        Change change = current.change();
        YarnAmount goal = change.goal();
        boolean annotating = writeAnnotation(current);
        if (!managers.capability().fitsIn(goal)) {
            YarnAmount value = managers.capability().min(goal);
            LeaseState waiting = current.withChange(change.held(null));
            LeaseState after = dueToSend(change, value) ? send(waiting, value, timeout(change.cause())) : waiting;
            return wait(after, WaitReason.RESOURCE_MANAGER);
        }
        Instant held = change.heldSince() == null ? now : change.heldSince();
        boolean told = managers.told() == null
                ? !now.isBefore(held.plus(times.heartbeats()))
                : managers.told().fitsIn(goal);
        if (!told) {
            return wait(current.withChange(change.held(held)), WaitReason.NODE_MANAGER);
        }
        LeaseState draining = current.withChange(Change.start(Phase.DRAINING, goal, change.cause(), now));
        return annotating ? wait(draining, WaitReason.ANNOTATION) : drained(draining);
    }

    private LeaseStep draining() {
        LeaseState current = tightened(state);
        if (current.change().phase() == Phase.LOWERING) {
            return lowering(current);
        }
        YarnAmount goal = current.change().goal();
        if (!managers.capability().fitsIn(goal)) {
            return lowering(current.withChange(
                    Change.start(Phase.LOWERING, goal, current.change().cause(), now)));
        }
        boolean wantedBack = !current.lease().equals(goal)
                && current.lease().fitsIn(plan.wanted())
                && seen.authority().mayGrow()
                && !managers.several()
                && !tooSoon();
        if (wantedBack) {
            announce(Notice.GROWING, "back to " + current.lease() + " before the drain ended");
            return reserving(current.withChange(Change.start(Phase.RESERVING, current.lease(), Cause.POLICY, now)));
        }
        return drained(current);
    }

    /** The annotation follows what containers hold; the change ends when they fit. */
    private LeaseStep drained(LeaseState current) {
        YarnAmount goal = current.change().goal();
        if (!current.lease().equals(goal) && !current.memory().certainlyWithin(goal, now, times.uncertainty())) {
            writeAnnotation(current);
            return wait(current, WaitReason.LATE_CALL);
        }
        YarnAmount lease = goal.max(current.lease().min(goal.max(managers.used())));
        LeaseState after = current.withLease(lease);
        if (writeAnnotation(after)) {
            return wait(after, WaitReason.ANNOTATION);
        }
        if (!lease.equals(goal)) {
            return wait(after, WaitReason.CONTAINERS);
        }
        boolean closed = current.change().cause() == Cause.CLOSED;
        announce(closed ? Notice.CLOSED : Notice.SHRUNK, "YARN keeps " + goal);
        Memory memory = after.memory().changedAt(now);
        return wait(new LeaseState(goal, Change.steady(goal, now), memory), WaitReason.NOTHING);
    }

    private LeaseState send(LeaseState current, YarnAmount value, Duration overcommitTimeout) {
        actions.addAll(managers.updates(value, settings.planner().minimum(), overcommitTimeout));
        Sent update = new Sent(value, now);
        return current.withChange(current.change().sent(update))
                .withMemory(current.memory().sent(update, times.uncertainty()));
    }

    private boolean dueToSend(Change change, YarnAmount value) {
        Sent sent = change.sent();
        return sent == null
                || !sent.value().equals(value)
                || !now.isBefore(sent.at().plus(times.resendAfter()));
    }

    private boolean writeAnnotation(LeaseState current) {
        SetAnnotation write = LeaseRound.annotation(current.lease(), seen.written(), settings);
        if (write == null) {
            return false;
        }
        actions.removeIf(SetAnnotation.class::isInstance);
        actions.add(write);
        return true;
    }

    private void announce(Notice notice, String text) {
        actions.add(new Announce(notice, text));
    }

    private LeaseStep wait(LeaseState after, WaitReason reason) {
        return new LeaseStep(after, actions, reason, plan);
    }
}
