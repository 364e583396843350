package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.ReadPods;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Change.Held;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The phases of a change, for a node whose NodeManagers are all reported and in use. Shrinks are in {@link ShrinkRound}. */
@PureCore
final class PhaseRound {

    private final LeaseState state;
    private final NodeObservation seen;
    private final LeaseConfig settings;
    private final ProtocolTimes times;
    private final Instant now;
    private final ManagersInUse managers;
    private final LeasePlan plan;
    private final List<LeaseAction> actions = new ArrayList<>();

    PhaseRound(LeaseState state, NodeObservation seen, LeaseConfig settings, ManagersInUse managers, LeasePlan plan) {
        this.state = state;
        this.seen = seen;
        this.settings = settings;
        this.times = settings.times();
        this.now = seen.now();
        this.managers = managers;
        this.plan = plan;
    }

    LeaseStep run() {
        Phase phase = state.change().phase();
        if (phase.growing() && drains()) {
            announce(Notice.GROW_GIVEN_UP, "the node is drained");
            return shrink(plan.wanted(), Cause.DRAIN);
        }
        return switch (phase) {
            case STEADY -> steady();
            case RESERVING -> reserving(state);
            case RAISING -> raising(state);
            case LOWERING, DRAINING -> shrink().go(state);
        };
    }

    private LeaseStep steady() {
        YarnAmount lease = state.lease();
        if (!managers.capability().fitsIn(lease)) {
            announce(
                    Notice.CAPABILITY_DIFFERS,
                    "ResourceManager schedules on " + text(managers.capability()) + ", lease is " + text(lease));
            return shrink(lease.min(plan.limit()), Cause.CAPABILITY_ABOVE_LEASE);
        }
        boolean doubted = state.memory().beliefs().doubted();
        YarnAmount shrunk = shrunk(lease, doubted);
        if (!shrunk.equals(lease)) {
            Cause cause = drains() ? Cause.DRAIN : Cause.POLICY;
            return shrink(shrunk, lease.fitsIn(plan.limit()) ? cause : scarcity());
        }
        if (writeAnnotation(state)) {
            return wait(state, WaitReason.ANNOTATION);
        }
        if (managers.several()) {
            return wait(state, WaitReason.AMBIGUOUS_NODE_MANAGER);
        }
        if (drains()) {
            return wait(state, WaitReason.DRAIN);
        }
        return doubted ? wait(state, WaitReason.USE_UNPROVEN) : grow(lease);
    }

    private YarnAmount shrunk(YarnAmount lease, boolean doubted) {
        if (doubted) {
            return lease.min(plan.limit());
        }
        return drains() ? lease.min(plan.wanted()) : settings.hysteresis().shrunk(lease, plan);
    }

    private boolean drains() {
        return settings.orders().drain() != null;
    }

    private LeaseStep grow(YarnAmount lease) {
        Duration quiet = LeaseRound.since(state.memory().lastChange(), now);
        YarnAmount grown = settings.hysteresis().grown(lease, plan, quiet);
        boolean behind = !lease.fitsIn(managers.capability());
        if (!behind && grown.equals(lease)) {
            return wait(state, settings.orders().frozen() ? WaitReason.FROZEN : WaitReason.NOTHING);
        }
        if (!seen.authority().mayGrow()) {
            return wait(state, WaitReason.NEW_LEADER);
        }
        if (managers.oldestReport().compareTo(times.freshFor()) > 0 || managers.unhealthy()) {
            return wait(state, WaitReason.REPORT_OLD);
        }
        // What only its node's minimum reserves would be a grow of its own, and the next one an interval later.
        boolean first = lease.fitsIn(plan.minimum()) && !grown.equals(lease) && !tooSoon();
        if (behind && !first) {
            return reserving(state.withChange(Change.start(Phase.RESERVING, lease, Cause.CAPABILITY_BELOW_LEASE, now)));
        }
        if (tooSoon()) {
            return wait(state, WaitReason.GROW_INTERVAL);
        }
        announce(Notice.GROWING, text(lease) + " to " + text(grown) + ", " + plan.reason());
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
            return wait(current.withChange(current.change().holds(null)), WaitReason.ANNOTATION);
        }
        if (!seen.books().live()) {
            return wait(current.withChange(current.change().holds(null)), WaitReason.CACHES);
        }
        if (!podsMadeRoom(current)) {
            Duration patience = current.memory().patience().of(times.reserveTimeout());
            boolean late = !now.isBefore(current.change().since().plus(patience));
            LeaseState waiting = current.withChange(current.change().holds(null));
            return late ? timedOut(waiting) : wait(waiting, WaitReason.PODS_SHARE);
        }
        Held held = Objects.requireNonNullElseGet(current.change().held(), () -> new Held(now, managers.epoch()));
        Instant settled = held.since().plus(times.settle());
        if (now.isBefore(settled)) {
            return wait(current.withChange(current.change().holds(held)), WaitReason.SETTLE);
        }
        if (!podsReadSince(settled)) {
            return wait(current.withChange(current.change().holds(held)), WaitReason.POD_LIST);
        }
        boolean soon = now.isBefore(current.change().since().plus(times.reserveTimeout()));
        LeaseState calmed = soon ? current.withMemory(current.memory().patience(Patience.FIRST)) : current;
        return raising(calmed.withChange(
                Change.start(Phase.RAISING, goal, current.change().cause(), now)));
    }

    /** Whether the API server was asked for the node's pods after a time; asks it when not. */
    boolean podsReadSince(Instant time) {
        NodeBalances.Listed listed = seen.books().listed();
        boolean read = listed != null && !listed.askedAt().isBefore(time);
        if (!read) {
            actions.add(new ReadPods());
        }
        return read;
    }

    /** What the API server itself said last counts as well as the watch, which may stand still. */
    boolean podsMadeRoom(LeaseState current) {
        YarnAmount reserved =
                current.change().goal().plus(current.memory().beliefs().lost());
        BatchAmount allowance = seen.books().allowance(settings.conversion().toBatch(reserved));
        NodeBalances.Listed listed = seen.books().listed();
        boolean listedFit = listed == null
                || listed.askedAt().isBefore(current.change().since())
                || fits(listed.pods(), allowance, current);
        return listedFit
                && fits(seen.books().published(), allowance, current)
                && fits(seen.books().pods(), allowance, current);
    }

    /** A dimension in which YARN does not grow takes nothing from pods. */
    private boolean fits(BatchAmount amount, BatchAmount allowance, LeaseState current) {
        YarnAmount goal = current.change().goal();
        boolean cpuGrows = goal.vcores() > managers.capability().vcores();
        boolean memoryGrows = goal.memoryMb() > managers.capability().memoryMb();
        return (!cpuGrows || amount.milliCpu() <= allowance.milliCpu())
                && (!memoryGrows || amount.bytes() <= allowance.bytes());
    }

    /** Whether anything is known well enough to give YARN more than it has now. */
    boolean mayRaise() {
        return seen.authority().mayGrow()
                && seen.books().live()
                && managers.oldestReport().compareTo(times.freshFor()) <= 0
                && !managers.unhealthy()
                && !managers.several()
                && !state.memory().beliefs().doubted();
    }

    private boolean unsafeToGrow(YarnAmount goal) {
        return !goal.fitsIn(plan.limit()) || !managers.capability().fitsIn(goal) || managers.several();
    }

    private LeaseStep giveUp(LeaseState current) {
        YarnAmount goal = current.change().goal().min(plan.limit());
        announce(Notice.GROW_GIVEN_UP, "capacity is gone, lease goes back to " + text(goal));
        Cause cause = managers.several() ? Cause.POLICY : scarcity();
        YarnAmount back = managers.several() ? goal.min(managers.capability()) : goal;
        return shrink().start(current, back, cause);
    }

    private LeaseStep timedOut(LeaseState current) {
        YarnAmount back = current.change().goal().min(managers.capability());
        announce(Notice.GROW_GIVEN_UP, "pods' share did not fall in time, lease goes back to " + text(back));
        Memory memory = current.memory().grownAt(now);
        memory = memory.patience(memory.patience().gaveUp());
        return shrink().start(current.withMemory(memory), back, Cause.RESERVATION_TIMED_OUT);
    }

    private LeaseStep raising(LeaseState current) {
        YarnAmount goal = current.change().goal();
        if (unsafeToGrow(goal)) {
            return giveUp(current);
        }
        if (goal.equals(managers.capability())) {
            announce(Notice.GROWN, "YARN has " + text(goal));
            Memory memory = current.memory().grownAt(now);
            return wait(
                    current.withLease(goal).withChange(Change.steady(goal, now)).withMemory(memory),
                    WaitReason.NOTHING);
        }
        boolean ready = seen.authority().mayGrow() && seen.books().live() && podsMadeRoom(current);
        if (writeAnnotation(current) || !ready) {
            // Someone changed the reservation or pods' share: prove it again before the next update.
            Change again = Change.start(Phase.RESERVING, goal, current.change().cause(), now);
            return wait(current.withChange(again), WaitReason.PODS_SHARE);
        }
        Instant sentAt = current.change().sentAt();
        if (sentAt != null && now.isBefore(sentAt.plus(times.resendAfter()))) {
            return wait(current, WaitReason.RESOURCE_MANAGER);
        }
        return wait(send(current, goal, ProtocolTimes.NEVER_KILL), WaitReason.RESOURCE_MANAGER);
    }

    private LeaseStep shrink(YarnAmount goal, Cause cause) {
        return shrink().start(state, goal, cause);
    }

    private ShrinkRound shrink() {
        return new ShrinkRound(this);
    }

    Cause scarcity() {
        if (seen.books().closed()) {
            return Cause.CLOSED;
        }
        return state.memory().cap() == null ? Cause.PRESSURE : Cause.EVICTED;
    }

    NodeObservation seen() {
        return seen;
    }

    LeaseConfig settings() {
        return settings;
    }

    ManagersInUse managers() {
        return managers;
    }

    LeasePlan plan() {
        return plan;
    }

    LeaseState send(LeaseState current, YarnAmount value, Duration overcommitTimeout) {
        PendingUpdates calls = current.memory().calls().sent(value, now);
        actions.addAll(managers.updates(value, settings.planner().minimum(), overcommitTimeout, calls.number()));
        return current.withChange(current.change().sent(now))
                .withMemory(current.memory().calls(calls));
    }

    /** Asks what application masters hold. */
    LeaseState ask(LeaseState current, MastersQuestion question) {
        actions.add(new AskMasters(question.number()));
        return current.withMemory(current.memory().question(question));
    }

    boolean writeAnnotation(LeaseState current) {
        SetAnnotation write = LeaseRound.annotation(current.reserved(), seen.written(), settings);
        if (write == null) {
            return false;
        }
        actions.removeIf(SetAnnotation.class::isInstance);
        actions.add(write);
        return true;
    }

    /** An amount as people read it. */
    String text(YarnAmount amount) {
        return settings.conversion().text(amount);
    }

    /** Announces a step of a shrink with the time that containers have. */
    void shrinks(String what, Duration left) {
        long minutes = left.toMinutes();
        String time = (minutes == 0 ? "" : minutes + " min ") + left.toSecondsPart() + " s";
        announce(Notice.SHRINKING, what + "; containers that stay are preempted in " + time);
    }

    void announce(Notice notice, String text) {
        actions.add(new Announce(notice, text));
    }

    LeaseStep wait(LeaseState after, WaitReason reason) {
        boolean shrinks = after.change().phase().shrinking();
        YarnAmount most = shrinks ? after.change().target() : after.lease();
        YarnAmount registers = managers.registers(most, settings.planner().minimum());
        return new LeaseStep(after.withRegisters(registers), actions, reason, plan);
    }
}
