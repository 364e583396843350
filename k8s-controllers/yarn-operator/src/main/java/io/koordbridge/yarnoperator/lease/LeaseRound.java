package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.policy.lease.LeasePlanner;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory.Gone;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One observation of {@link LeaseProtocol}: first what stands above any plan, then the phase of the change under way. */
@PureCore
final class LeaseRound {

    private final LeaseState state;
    private final NodeObservation seen;
    private final LeaseConfig settings;
    private final ProtocolTimes times;
    private final Instant now;

    LeaseRound(LeaseState state, NodeObservation seen, LeaseConfig settings) {
        this.state = state;
        this.seen = seen;
        this.settings = settings;
        this.times = settings.times();
        this.now = seen.now();
    }

    LeaseStep run() {
        if (anyStale()) {
            return keep(state, WaitReason.REPORT_STALE);
        }
        if (anyIn(ManagerState.DISPUTED)) {
            return keep(state, WaitReason.NODE_MANAGER_DISPUTED);
        }
        List<NodeManagerView> gone =
                seen.managers().stream().filter(LeaseRound::gone).toList();
        boolean fresh = state.memory().beliefs().none();
        return told(decided(fresh && !gone.isEmpty() ? allLost(gone) : state));
    }

    /** The same, which says that there are processes that no NodeManager counts. */
    private LeaseStep told(LeaseStep step) {
        LeaseState after = step.after();
        YarnAmount strays =
                after == null ? YarnAmount.ZERO : after.memory().beliefs().strays();
        if (strays.equals(YarnAmount.ZERO)) {
            return step;
        }
        List<LeaseAction> actions = new ArrayList<>(step.actions());
        if (!strays.fitsIn(state.memory().beliefs().strays())) {
            String text = "the NodeManager is back without its containers, their processes are still seen, " + strays
                    + " stay reserved";
            actions.add(new Announce(Notice.ORPHANS, text));
        }
        boolean rests = step.waitsFor() == WaitReason.NOTHING;
        return new LeaseStep(after, actions, rests ? WaitReason.STRAYS : step.waitsFor(), step.plan());
    }

    private LeaseStep decided(LeaseState known) {
        Memory memory = known.memory();
        ProvenUsages beliefs = memory.beliefs().next(seen, times.uncertainty(), known);
        ManagersInUse managers = ManagersInUse.of(seen.managers(), beliefs);
        if (managers.views().isEmpty()) {
            return gone(known);
        }
        PendingUpdates calls = memory.calls().acknowledged(managers.acknowledged(), memory.uncertainUntil(), now);
        // What was kept for lost ones is given back only behind a proven shrink.
        LeaseState present = known.withLease(known.lease().plus(memory.beliefs().noLongerLost(beliefs)))
                .withMemory(memory.beliefs(beliefs).calls(calls).gone(null));
        if (anyIn(ManagerState.UNKNOWN)) {
            return keep(present, WaitReason.NODE_UNKNOWN);
        }
        if (seen.books().originUnreadable()) {
            YarnAmount lease = present.lease().max(managers.used()).max(managers.capability());
            return keep(present.withLease(lease), WaitReason.ORIGIN_UNREADABLE);
        }
        return managers.decommissioning() ? decommissioning(present, managers) : planned(present, managers);
    }

    private boolean anyStale() {
        return seen.managers().stream().anyMatch(view -> view.reportAge().compareTo(times.staleAfter()) > 0);
    }

    /** Whether a NodeManager with a pod is in a state. */
    private boolean anyIn(ManagerState wanted) {
        return seen.managers().stream().anyMatch(view -> view.podPresent() && view.state() == wanted);
    }

    private boolean anyDead() {
        return seen.managers().stream().anyMatch(LeaseRound::gone);
    }

    private static boolean gone(NodeManagerView view) {
        return view.state() == ManagerState.DEAD || (view.state() == ManagerState.UNKNOWN && !view.podPresent());
    }

    /** A new leader finds a lease whose NodeManager is gone: one that came after it has what is reserved beside that. */
    private LeaseState allLost(List<NodeManagerView> gone) {
        if (state.lease().equals(YarnAmount.ZERO)) {
            return state;
        }
        ProvenUsages lost = state.memory().beliefs().lost(gone, state.lease(), now);
        return state.withLease(YarnAmount.ZERO).withMemory(state.memory().beliefs(lost));
    }

    /** Nothing may be given to pods while the NodeManager's containers may live without it. */
    private LeaseStep gone(LeaseState present) {
        long answered = seen.managers().stream()
                .mapToLong(NodeManagerView::acknowledged)
                .max()
                .orElse(0);
        Memory before = present.memory();
        Memory memory = before.calls(before.calls().acknowledged(answered, before.uncertainUntil(), now));
        Gone last = memory.gone() == null ? new Gone(now, false, false) : memory.gone();
        Gone gone = new Gone(last.since(), last.told(), last.lost() || anyDead());
        boolean pod = seen.managers().stream().anyMatch(NodeManagerView::podPresent);
        boolean expired = expired(gone.since());
        if (seen.agent().provesAbsenceSince(gone.since()) || (expired && nodeDown())) {
            return released(present.withMemory(memory.gone(gone)), pod || !expired);
        }
        // What its containers may still hold cannot be had by one that comes after it. After a failover the same one
        // comes back.
        YarnAmount registers = anyIn(ManagerState.UNKNOWN)
                ? present.registers()
                : present.registers().min(settings.planner().minimum());
        LeaseState waiting = present.withMemory(memory.gone(gone)).withRegisters(registers);
        if (present.reserved().equals(YarnAmount.ZERO)) {
            return keep(waiting, pod ? WaitReason.NODE_UNKNOWN : WaitReason.NO_NODE_MANAGER);
        }
        return expired && seen.agent().processes() == YarnProcesses.PRESENT
                ? orphans(waiting, gone)
                : unproven(waiting, gone, pod);
    }

    private LeaseStep unproven(LeaseState waiting, Gone gone, boolean pod) {
        if (gone.lost() && seen.agent().seesNoneSince(gone.since())) {
            return keep(waiting, WaitReason.PLACEMENT_UNKNOWN);
        }
        return keep(waiting, pod ? WaitReason.NODE_UNKNOWN : WaitReason.NODE_MANAGER_GONE);
    }

    private LeaseStep orphans(LeaseState waiting, Gone gone) {
        LeaseState told = waiting.withMemory(waiting.memory().gone(new Gone(gone.since(), true, gone.lost())));
        String text = "NodeManager is gone, its processes are still seen, " + waiting.reserved() + " stay reserved";
        return gone.told()
                ? keep(told, WaitReason.ORPHANS)
                : keep(told, WaitReason.ORPHANS, new Announce(Notice.ORPHANS, text));
    }

    /**
     * No container is left. The minimum stays reserved as long as a NodeManager is likely to come back: it registers with that before any replica
     * can make room for it.
     */
    private LeaseStep released(LeaseState present, boolean mayComeBack) {
        Memory memory = present.memory();
        YarnAmount minimum = settings.planner().minimum();
        YarnAmount kept = mayComeBack ? present.reserved().min(minimum) : YarnAmount.ZERO;
        boolean news = !present.reserved().equals(kept);
        if (news && !memory.calls().within(minimum)) {
            return flushed(present, minimum);
        }
        LeaseState after = new LeaseState(
                kept,
                kept,
                Change.steady(kept, now),
                (news ? memory.changedAt(now) : memory).beliefs(ProvenUsages.NONE));
        return news
                ? keep(after, WaitReason.NO_NODE_MANAGER, new Announce(Notice.RELEASED, "NodeManager is gone"))
                : keep(after, WaitReason.NO_NODE_MANAGER);
    }

    /**
     * An update that hangs would take effect when the NodeManager comes back. One behind it, whatever the ResourceManager answers for a node
     * that it has lost, is the proof that none does.
     */
    private LeaseStep flushed(LeaseState present, YarnAmount minimum) {
        Memory memory = present.memory();
        LeaseState waiting = present.withRegisters(present.registers().min(minimum));
        PendingUpdates calls = memory.calls();
        boolean pending =
                minimum.equals(calls.value()) && now.isBefore(calls.sentAt().plus(times.resendAfter()));
        if (pending || seen.managers().isEmpty()) {
            return keep(waiting, WaitReason.LATE_CALL);
        }
        PendingUpdates sent = calls.sent(minimum, now);
        LeaseAction[] updates = seen.managers().stream()
                .map(view -> new UpdateNodeResource(view.ref(), minimum, times.drainTimeout(), sent.number()))
                .toArray(LeaseAction[]::new);
        return keep(waiting.withMemory(memory.calls(sent)), WaitReason.LATE_CALL, updates);
    }

    private boolean nodeDown() {
        return seen.notReadySince() != null && expired(seen.notReadySince());
    }

    private boolean expired(Instant since) {
        return !now.isBefore(since.plus(times.releaseAfter()));
    }

    /**
     * The ResourceManager lowers the capability to what is used. When that is called off, the total from before is back with the next report,
     * and so is what a late update makes of it: the lease stays.
     */
    private LeaseStep decommissioning(LeaseState present, ManagersInUse managers) {
        YarnAmount lease = present.lease().max(managers.used()).max(managers.capability());
        LeaseState after = present.withLease(lease)
                .withChange(Change.steady(lease, now))
                .withRegisters(managers.registers(lease, settings.planner().minimum()));
        return keep(after, WaitReason.DECOMMISSIONING);
    }

    private LeaseStep planned(LeaseState present, ManagersInUse managers) {
        BatchAmount lost =
                settings.conversion().toBatch(present.memory().beliefs().lost());
        LeasePlan plan = LeasePlanner.plan(
                seen.books().beside(lost),
                managers.used(),
                masters(present, managers),
                seen.demand(),
                managers.views().size(),
                settings.planner(),
                settings.conversion());
        RefillCap cap = RefillCap.next(
                present.memory().cap(),
                seen.eviction(),
                new RefillCap.Had(
                        managers.capability().min(present.lease()),
                        state.memory()
                                .beliefs()
                                .counted()
                                .max(managers.used())
                                .minus(settings.planner().minimum())),
                settings.conversion(),
                now);
        YarnAmount held = present.lease().max(managers.used()).max(plan.minimum());
        LeaseState capped = present.withLease(held).withMemory(present.memory().cap(cap));
        LeasePlan allowed = cap == null ? plan : cap.applied(plan);
        return new PhaseRound(
                        capped, seen, settings, managers, settings.orders().applied(allowed, capped))
                .run();
    }

    private YarnAmount masters(LeaseState present, ManagersInUse managers) {
        return settings.orders().masters(present.memory().question().kept(seen, managers, present.lease(), settings));
    }

    private LeaseStep keep(LeaseState after, WaitReason reason, LeaseAction... more) {
        List<LeaseAction> actions = new ArrayList<>(List.of(more));
        SetAnnotation write = annotation(after.reserved(), seen.written(), settings);
        if (write != null) {
            actions.add(write);
        }
        return new LeaseStep(after, actions, reason, null);
    }

    /** The write that makes the annotation say the lease; null when it does. A node without YARN is never written. */
    static @Nullable SetAnnotation annotation(YarnAmount lease, WrittenLease written, LeaseConfig settings) {
        BatchAmount wanted = settings.conversion().toBatch(lease);
        BatchAmount reserved = written.reserved();
        boolean nothing = reserved == null && written.problem() == null && lease.equals(YarnAmount.ZERO);
        return nothing || wanted.equals(reserved) ? null : new SetAnnotation(lease, written.resourceVersion());
    }

    static Duration since(Instant earlier, Instant now) {
        return Duration.between(earlier, now);
    }
}
