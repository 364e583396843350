package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Change.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The phases of a shrink. YARN knows one deadline for both dimensions, so memory that is short goes first, with the short deadline and as
 * much CPU as before; CPU, which the kernel can limit at once, follows with the long one.
 */
@PureCore
final class ShrinkRound {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final PhaseRound round;
    private final ProtocolTimes times;
    private final Instant now;
    private final ManagersInUse managers;
    private final LeasePlan plan;

    ShrinkRound(PhaseRound round) {
        this.round = round;
        this.times = round.settings().times();
        this.now = round.seen().now();
        this.managers = round.managers();
        this.plan = round.plan();
    }

    /** Begins a shrink. */
    LeaseStep start(LeaseState current, YarnAmount wantedGoal, Cause cause) {
        YarnAmount goal = wantedGoal.max(plan.minimum());
        LeaseState begun = aimed(current, goal, cause, memoryShort());
        if (!managers.capability().fitsIn(goal)) {
            String what = round.text(managers.capability()) + " to " + round.text(goal) + ", " + cause.text();
            round.shrinks(what, timeout(begun.change()));
        }
        return lowering(begun);
    }

    /** Goes on with a shrink. */
    LeaseStep go(LeaseState state) {
        LeaseState tight = tightened(state);
        LeaseState current = askedAgain(tight.equals(state) ? relaxed(state) : tight);
        Change change = current.change();
        if (overdue(change)) {
            return lowering(current.withChange(again(change)));
        }
        if (change.phase() == Phase.LOWERING) {
            return lowering(current);
        }
        boolean differs = !managers.capability().fitsIn(change.target()) || behind(change) || mastersLack(current);
        return differs ? lowering(current.withChange(change.inPhase(Phase.LOWERING, now))) : drained(current);
    }

    /** Whether containers are still there though their time is over: a ResourceManager that takes over knows of no deadline. */
    private boolean overdue(Change change) {
        Instant deadline = change.deadline();
        Instant sentAt = change.sentAt();
        // A step that is still to be sent is not begun again: it would never be, where what is given back has to settle
        // first.
        boolean unsent = change.phase() == Phase.LOWERING && sentAt == null;
        if (deadline == null || unsent || managers.used().fitsIn(change.target())) {
            return false;
        }
        Instant last = sentAt == null || sentAt.isBefore(deadline) ? deadline : sentAt;
        return now.isAfter(last.plus(SHORTEST).plus(times.uncertainty()));
    }

    /** The same step, as if it had not been sent. */
    private Change again(Change change) {
        Instant deadline = change.deadline() == null ? now : change.deadline();
        Change step = Change.lower(change.goal(), change.target(), change.cause(), now, deadline);
        Change same = change.urgent() ? step.urgently() : step;
        return change.restores() ? same.restoring() : same;
    }

    /** Whether the ResourceManager does not have yet what is given back to YARN. */
    private boolean behind(Change change) {
        return change.restores() && !change.target().fitsIn(managers.capability());
    }

    /** What the ResourceManager has to leave to application masters; the lease still reserves it, so that pods have no part of it. */
    private YarnAmount ofMasters(LeaseState current) {
        return current.memory()
                .question()
                .kept(round.seen(), managers, current.lease(), round.settings())
                .max(round.settings().orders().left(managers.used()))
                .min(plan.minimum())
                .min(current.change().target())
                .min(current.lease());
    }

    /** Whether the ResourceManager was given less than masters hold, before it was known. */
    private boolean mastersLack(LeaseState current) {
        return !ofMasters(current).fitsIn(managers.capability());
    }

    /** A master may have started after the last answer and before the smaller capability took effect; from then on none does. */
    private LeaseState askedAgain(LeaseState current) {
        Instant sentAt = current.change().sentAt();
        Instant asked = now.minus(managers.oldestReport());
        boolean drains = !managers.used().fitsIn(current.change().target());
        boolean effective =
                sentAt != null && managers.capability().fitsIn(current.change().target()) && !asked.isBefore(sentAt);
        if (!drains || !effective) {
            return current;
        }
        Instant acknowledged = current.memory().calls().effectiveAt();
        Instant since = acknowledged.isBefore(sentAt) ? asked : acknowledged;
        Masters masters = round.seen().masters();
        boolean known = masters.held() != null && !masters.askedAt().isBefore(since);
        boolean pending = !current.memory().question().last().isBefore(sentAt);
        return known || pending || now.isBefore(since)
                ? current
                : round.ask(current, current.memory().question().again(masters, now));
    }

    /**
     * The next step towards a goal. Each step keeps to the deadline that was announced first, as long as it is to come or containers that it was
     * for are left: others have not been told.
     */
    private LeaseState aimed(LeaseState current, YarnAmount goal, Cause cause, boolean urgent) {
        long vcores = urgent
                ? Math.max(Math.max(goal.vcores(), managers.reported().vcores()), vcoresUnderWay(current))
                : goal.vcores();
        YarnAmount target = new YarnAmount(vcores, goal.memoryMb());
        Change before = current.change();
        Instant usual = now.plus(urgent ? times.pressureTimeout() : times.drainTimeout());
        Instant deadline = round.settings().orders().deadline(usual, urgent || needed(current));
        boolean over = before.deadline() != null
                && now.isAfter(before.deadline())
                && managers.used().fitsIn(before.target());
        Instant announced = before.urgent() == urgent && !over ? before.deadline() : null;
        Instant earlier = announced != null && announced.isBefore(deadline) ? announced : deadline;
        Instant until = urgent ? earlier : round.settings().orders().afterAsking(earlier, now);
        Change change = Change.lower(goal, target, cause, now, until);
        return current.withChange(urgent ? change.urgently() : change);
    }

    /** Whether the node does not have what is reserved for YARN: a drain that may take a day delays nothing then. */
    private boolean needed(LeaseState current) {
        return round.seen().books().closed() || !current.lease().fitsIn(plan.limit());
    }

    /** The CPU that YARN has, or has when a raise under way takes effect: containers may use it by then. */
    private long vcoresUnderWay(LeaseState current) {
        PendingUpdates calls = current.memory().calls();
        YarnAmount highest = calls.ceiling() == null ? calls.value() : calls.ceiling();
        long raised = highest == null ? 0 : highest.vcores();
        return Math.min(
                Math.max(managers.capability().vcores(), raised),
                current.lease().vcores());
    }

    private Duration timeout(Change change) {
        Instant deadline = change.deadline() == null ? now : change.deadline();
        Duration left = Duration.between(now, deadline);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    /** Whether what is held in memory is more than the node leaves to YARN. */
    private boolean memoryShort() {
        long held = Math.max(managers.used().memoryMb(), managers.capability().memoryMb());
        return !round.seen().books().closed() && held > plan.limit().memoryMb();
    }

    /** A shrink goes further when the node has fallen further or memory has become short, and not below a minimum that has risen. */
    private LeaseState tightened(LeaseState current) {
        Change change = current.change();
        if (!plan.minimum().fitsIn(change.goal())) {
            return aimed(current, change.goal().max(plan.minimum()), change.cause(), memoryShort());
        }
        if (round.settings().orders().goesFurther(change, plan, managers.used())) {
            return aimed(current, change.goal().min(plan.wanted()), Cause.DRAIN, memoryShort());
        }
        Instant usual = now.plus(times.drainTimeout());
        if (needed(current) && round.settings().orders().delays(change, usual, managers.used())) {
            return aimed(current, change.goal(), round.scarcity(), memoryShort());
        }
        boolean further = !change.goal().fitsIn(plan.limit());
        boolean sooner = memoryShort()
                && !change.urgent()
                && managers.used().memoryMb() > change.target().memoryMb();
        YarnAmount goal = change.goal().min(plan.limit());
        if (!further && !sooner) {
            return cpuWasUnderestimated(change) ? aimed(current, goal, change.cause(), memoryShort()) : current;
        }
        Cause cause = round.scarcity();
        LeaseState aimed = aimed(current, goal, cause, memoryShort());
        String what = (further ? "further, to " : "sooner, to ") + round.text(goal) + ", " + cause.text();
        round.shrinks(what, timeout(aimed.change()));
        return aimed;
    }

    /** Whether containers use more CPU than an update with the short deadline of memory leaves them: what raised it was not known then. */
    private boolean cpuWasUnderestimated(Change change) {
        return change.urgent() && managers.reported().vcores() > change.target().vcores();
    }

    /**
     * A shrink goes less far, for as much as YARN may have again: what it has not given back yet is still reserved for it, so containers stay.
     */
    private LeaseState relaxed(LeaseState current) {
        YarnAmount possible = current.lease().min(plan.wanted());
        YarnAmount goal =
                round.settings().hysteresis().restored(current.change().goal(), possible, managers.used());
        if (goal.equals(current.change().goal()) || !round.mayRaise()) {
            return current;
        }
        LeaseState aimed = aimed(current, goal, Cause.POLICY, memoryShort());
        LeaseState restoring = aimed.withChange(aimed.change().restoring());
        if (!round.podsMadeRoom(restoring)) {
            return current;
        }
        round.announce(Notice.GROWING, "back to " + round.text(goal) + " before the shrink ended");
        return restoring;
    }

    private LeaseStep lowering(LeaseState begun) {
        // What YARN may take now is held back from pods until it has let go.
        LeaseState current = begun.withLease(begun.lease().max(managers.capability()));
        Change change = current.change();
        YarnAmount target = change.target();
        boolean annotating = round.writeAnnotation(current);
        boolean certain = current.memory().calls().within(target);
        boolean drainsUntold = change.sentAt() == null && !managers.used().fitsIn(target);
        if (behind(change)) {
            return restoring(current, certain, drainsUntold);
        }
        if (!managers.capability().fitsIn(target) || !certain || drainsUntold || mastersLack(current)) {
            return updating(current.withChange(change.holds(null)), certain, drainsUntold);
        }
        Instant asked = now.minus(managers.oldestReport());
        Instant proof = current.memory().calls().effectiveAt();
        if (asked.isBefore(proof)) {
            return round.wait(current, WaitReason.RESOURCE_MANAGER);
        }
        Held held = held(change, asked);
        if (!confirmed(target, asked, held, proof)) {
            return round.wait(current.withChange(change.holds(held)), silence(target));
        }
        LeaseState draining = current.withChange(change.inPhase(Phase.DRAINING, now));
        return annotating ? round.wait(draining, WaitReason.ANNOTATION) : drained(draining);
    }

    /** Raises what was lowered, once pods provably have no part of it: the proof is that of a grow. */
    private LeaseStep restoring(LeaseState current, boolean certain, boolean drainsUntold) {
        Change change = current.change();
        if (!round.podsMadeRoom(current)) {
            YarnAmount has = change.goal().min(managers.capability()).max(plan.minimum());
            return round.wait(aimed(current, has, change.cause(), memoryShort()), WaitReason.PODS_SHARE);
        }
        if (change.sentAt() != null) {
            return updating(current.withChange(change.holds(null)), certain, drainsUntold);
        }
        Held held = Objects.requireNonNullElseGet(change.held(), () -> new Held(now, managers.epoch()));
        Instant settled = held.since().plus(times.settle());
        LeaseState waiting = current.withChange(change.holds(held));
        if (now.isBefore(settled)) {
            return round.wait(waiting, WaitReason.SETTLE);
        }
        return round.podsReadSince(settled)
                ? updating(current.withChange(change.holds(null)), certain, drainsUntold)
                : round.wait(waiting, WaitReason.POD_LIST);
    }

    private LeaseStep updating(LeaseState waiting, boolean certain, boolean drainsUntold) {
        Change change = waiting.change();
        boolean lack = mastersLack(waiting);
        MastersQuestion question = waiting.memory().question();
        if (!lack && unasked(change, question)) {
            LeaseState asking = question.recent(now)
                    ? waiting
                    : round.ask(waiting, question.next(round.seen().masters(), now));
            return round.wait(asking, WaitReason.MASTERS);
        }
        boolean fits = managers.capability().fitsIn(change.target()) && !behind(change) && !lack;
        boolean early = fits && !drainsUntold && now.isBefore(waiting.memory().uncertainUntil());
        LeaseState after = due(change) && !early ? send(announced(waiting), !certain || drainsUntold) : waiting;
        return round.wait(after, fits ? WaitReason.LATE_CALL : WaitReason.RESOURCE_MANAGER);
    }

    /** What application masters hold is kept, so it is asked for before containers have to leave. */
    private boolean unasked(Change change, MastersQuestion question) {
        boolean drains = !managers.used().fitsIn(change.target());
        boolean waits = question.waits(now) || !question.recent(now);
        return drains
                && waits
                && change.sentAt() == null
                && !question.settled(round.seen().masters(), change.since(), now);
    }

    private LeaseState announced(LeaseState current) {
        MastersQuestion question = current.memory().question();
        if (question.told() || !question.unanswered(round.seen().masters(), now)) {
            return current;
        }
        round.announce(
                Notice.MASTERS_UNKNOWN,
                "neither node agent nor NodeManager says what application masters hold, YARN keeps "
                        + round.text(current.change().target()) + " with place for one of "
                        + round.text(round.settings().spare()));
        return current.withMemory(current.memory().question(question.announced()));
    }

    /** Since which report the ResourceManager shows the capability, and no more in use; another ResourceManager has to show it anew. */
    private @Nullable Held held(Change change, Instant asked) {
        if (!managers.used().fitsIn(change.target())) {
            return null;
        }
        Held before = change.held();
        return before != null && before.epoch() == managers.epoch() ? before : new Held(asked, managers.epoch());
    }

    /**
     * Whether the NodeManager has the smaller capability, so that it registers with that after a failover: it says so itself, or the
     * ResourceManager, which answers each heartbeat with it, has shown it for two of them. A NodeManager that contradicts hears it with a later
     * one; one that restarts registers with what it read before.
     */
    private boolean confirmed(YarnAmount target, Instant asked, @Nullable Held held, Instant proof) {
        YarnAmount told = managers.told(proof);
        if (told != null && told.fitsIn(target)) {
            return true;
        }
        if (held == null || managers.down()) {
            return false;
        }
        Duration shown = Duration.between(held.since(), asked);
        return shown.compareTo(told == null ? times.heartbeats() : times.uncertainty()) >= 0;
    }

    private WaitReason silence(YarnAmount target) {
        if (managers.down()) {
            return WaitReason.NODE_MANAGER_RESTARTS;
        }
        return managers.used().fitsIn(target) ? WaitReason.NODE_MANAGER : WaitReason.CONTAINERS;
    }

    private boolean due(Change change) {
        Instant sentAt = change.sentAt();
        return sentAt == null || !now.isBefore(sentAt.plus(times.resendAfter()));
    }

    /**
     * Raises nothing but what is given back, what application masters hold, and CPU that is in use, so that the short deadline of memory ends
     * no container for its CPU.
     *
     * @param noticeable whether it has to differ from what the ResourceManager has: that ignores the same value, its deadline too
     */
    private LeaseState send(LeaseState current, boolean noticeable) {
        YarnAmount target = current.change().target();
        YarnAmount capability = managers.capability();
        long inUse = current.change().urgent() ? Math.max(managers.reported().vcores(), vcoresUnderWay(current)) : 0;
        YarnAmount has = capability.max(ofMasters(current)).max(new YarnAmount(inUse, 0));
        YarnAmount value = current.change().restores() ? target : target.min(has);
        boolean first = current.change().sentAt() == null;
        boolean repeats = (noticeable && value.equals(capability))
                || (first && value.equals(current.memory().calls().value()));
        YarnAmount less = new YarnAmount(value.vcores(), value.memoryMb() - 1);
        boolean lower = repeats && value.memoryMb() > plan.minimum().memoryMb();
        return round.send(current, lower ? less : value, timeout(current.change()));
    }

    /** The annotation follows what containers hold; the change ends when they fit. */
    private LeaseStep drained(LeaseState current) {
        Change change = current.change();
        YarnAmount target = change.target();
        if (!current.lease().equals(target) && !current.memory().certainlyWithin(target, now)) {
            round.writeAnnotation(current);
            return round.wait(current, WaitReason.LATE_CALL);
        }
        YarnAmount lease = target.max(current.lease().min(target.max(managers.used())));
        LeaseState after = current.withLease(lease);
        if (round.writeAnnotation(after)) {
            return round.wait(after, WaitReason.ANNOTATION);
        }
        if (!lease.equals(target)) {
            return round.wait(after, WaitReason.CONTAINERS);
        }
        if (!target.equals(change.goal())) {
            LeaseState next = aimed(after, change.goal(), change.cause(), false);
            round.shrinks("memory is released, now CPU, to " + round.text(change.goal()), timeout(next.change()));
            return lowering(next);
        }
        boolean closed = change.cause() == Cause.CLOSED;
        Notice end = change.restores() ? Notice.GROWN : closed ? Notice.CLOSED : Notice.SHRUNK;
        round.announce(end, "YARN keeps " + round.text(target));
        LeaseState done = after.withChange(Change.steady(target, now))
                .withMemory(after.memory().changedAt(now));
        return round.wait(done, WaitReason.NOTHING);
    }
}
