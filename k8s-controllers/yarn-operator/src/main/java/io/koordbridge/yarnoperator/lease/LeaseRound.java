package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import io.koordbridge.yarnoperator.lease.NodeObservation.YarnProcesses;
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
    private final LeaseSettings settings;
    private final ProtocolTimes times;
    private final Instant now;
    private final ManagersInUse managers;

    LeaseRound(LeaseState state, NodeObservation seen, LeaseSettings settings) {
        this.state = state;
        this.seen = seen;
        this.settings = settings;
        this.times = settings.times();
        this.now = seen.now();
        this.managers = ManagersInUse.of(seen.managers());
    }

    LeaseStep run() {
        if (anyStale()) {
            return keep(state, WaitReason.REPORT_STALE);
        }
        if (anyIn(ManagerState.DISPUTED)) {
            return keep(state, WaitReason.NODE_MANAGER_DISPUTED);
        }
        if (managers.views().isEmpty()) {
            return gone();
        }
        if (anyIn(ManagerState.UNKNOWN)) {
            return keep(state, WaitReason.NODE_UNKNOWN);
        }
        LeaseState present = state.withMemory(state.memory().goneSince(null));
        return managers.decommissioning() ? decommissioning(present) : planned(present);
    }

    private boolean anyStale() {
        return seen.managers().stream().anyMatch(view -> view.reportAge().compareTo(times.staleAfter()) > 0);
    }

    /** Whether a NodeManager with a pod is in a state. */
    private boolean anyIn(ManagerState wanted) {
        return seen.managers().stream().anyMatch(view -> view.podPresent() && view.state() == wanted);
    }

    /** Nothing may be given to pods while the NodeManager's containers may live without it. */
    private LeaseStep gone() {
        Memory memory = state.memory();
        if (memory.goneSince() == null) {
            memory = memory.goneSince(now);
        }
        Instant since = memory.goneSince() == null ? now : memory.goneSince();
        boolean expired = !now.isBefore(since.plus(times.releaseAfter()));
        boolean absent = seen.yarnProcesses() == YarnProcesses.ABSENT;
        boolean pod = seen.managers().stream().anyMatch(NodeManagerView::podPresent);
        boolean release = pod ? expired && absent : expired || absent;
        if (release && !state.lease().equals(YarnAmount.ZERO)) {
            LeaseState released =
                    new LeaseState(YarnAmount.ZERO, Change.steady(YarnAmount.ZERO, now), memory.changedAt(now));
            return keep(released, WaitReason.NO_NODE_MANAGER, new Announce(Notice.RELEASED, "NodeManager is gone"));
        }
        boolean unknown = seen.managers().stream().anyMatch(NodeManagerView::podPresent);
        WaitReason reason = unknown ? WaitReason.NODE_UNKNOWN : WaitReason.NODE_MANAGER_GONE;
        boolean none = state.lease().equals(YarnAmount.ZERO) && !unknown;
        return keep(state.withMemory(memory), none ? WaitReason.NO_NODE_MANAGER : reason);
    }

    /** The ResourceManager lowers the capability to what is used; the lease only follows. */
    private LeaseStep decommissioning(LeaseState present) {
        YarnAmount follows = managers.used().max(present.lease().min(managers.capability()));
        boolean certain = present.memory().certainlyWithin(follows, now, times.uncertainty());
        YarnAmount lease = certain ? follows : present.lease().max(follows);
        LeaseState after = new LeaseState(lease, Change.steady(lease, now), present.memory());
        return keep(after, WaitReason.DECOMMISSIONING);
    }

    private LeaseStep planned(LeaseState present) {
        LeasePlan plan = LeasePlanner.plan(
                seen.books(),
                managers.used(),
                seen.demand(),
                managers.views().size(),
                settings.planner(),
                settings.conversion());
        YarnAmount held = present.lease().max(managers.used()).max(plan.minimum());
        return new PhaseRound(present.withLease(held), seen, settings, managers, plan).run();
    }

    private LeaseStep keep(LeaseState after, WaitReason reason, LeaseAction... more) {
        List<LeaseAction> actions = new ArrayList<>(List.of(more));
        SetAnnotation write = annotation(after.lease(), seen.written(), settings);
        if (write != null) {
            actions.add(write);
        }
        return new LeaseStep(after, actions, reason, null);
    }

    /** The write that makes the annotation say the lease; null when it does. A node without YARN is never written. */
    static @Nullable SetAnnotation annotation(YarnAmount lease, WrittenLease written, LeaseSettings settings) {
        BatchAmount wanted = settings.conversion().toBatch(lease);
        BatchAmount reserved = written.reserved();
        boolean nothing = reserved == null && written.problem() == null && lease.equals(YarnAmount.ZERO);
        return nothing || wanted.equals(reserved) ? null : new SetAnnotation(lease, written.resourceVersion());
    }

    static Duration since(Instant earlier, Instant now) {
        return Duration.between(earlier, now);
    }
}
