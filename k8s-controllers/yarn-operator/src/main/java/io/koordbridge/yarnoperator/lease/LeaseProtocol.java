package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of writes that keeps {@code U <= C <= L} and {@code P + C + X <= O}: the reservation is visible to pods before
 * YARN grows, and YARN has let go before pods get anything back. State in, state out. YARN specification sections 6.4 and 6.5.
 */
@PureCore
public final class LeaseProtocol {

    private LeaseProtocol() {}

    /**
     * Decides one observation.
     *
     * @param before what was remembered, null for a node seen for the first time by this leader
     */
    public static LeaseStep step(@Nullable LeaseState before, NodeObservation seen, LeaseConfig settings) {
        LeaseState state = before == null ? adopt(seen, settings) : before;
        if (state == null) {
            WaitReason reason = seen.managers().isEmpty() ? WaitReason.NO_NODE_MANAGER : WaitReason.NODE_UNKNOWN;
            return new LeaseStep(null, List.of(), reason, null);
        }
        return new LeaseRound(state, seen, settings.in(state)).run();
    }

    /**
     * A fresh leader starts from the annotations and the reports. For a NodeManager that has a pod and is not reported yet the minimum is
     * reserved before it registers; without any of them there is no lease.
     */
    private static @Nullable LeaseState adopt(NodeObservation seen, LeaseConfig settings) {
        BatchAmount reserved = seen.written().reserved();
        boolean fresh = seen.managers().stream()
                .allMatch(view -> view.reportAge().compareTo(settings.times().staleAfter()) <= 0);
        List<NodeManagerView> inUse =
                seen.managers().stream().filter(NodeManagerView::inUse).toList();
        boolean reported = fresh && !inUse.isEmpty();
        boolean starts = fresh && seen.managers().stream().anyMatch(NodeManagerView::podPresent);
        if (reserved == null && !reported && !starts) {
            return null;
        }
        YarnAmount used = YarnAmount.ZERO;
        YarnAmount capability = YarnAmount.ZERO;
        for (NodeManagerView view : inUse) {
            used = used.plus(view.used());
            capability = capability.plus(view.capability());
        }
        ProvenUsages beliefs = ProvenUsages.adopted(seen.written().lost(), seen.now());
        boolean decommissioning = inUse.stream().anyMatch(view -> view.state() == ManagerState.DECOMMISSIONING);
        YarnAmount before = decommissioning && seen.written().registers() != null
                ? seen.written().registers()
                : YarnAmount.ZERO;
        YarnAmount lease = reserved == null
                ? capability.max(used).max(before).max(settings.planner().minimum())
                : settings.conversion().toYarn(reserved).minus(beliefs.lost()).max(used);
        YarnAmount registers = Objects.requireNonNullElse(seen.written().registers(), capability)
                .min(lease);
        Instant certain = seen.authority().since().plus(settings.times().uncertainty());
        RefillCap cap = RefillCap.adopted(seen.eviction(), lease.min(capability), settings.conversion());
        // When the predecessor made its last change is not known: a takeover is no reason for one.
        Instant lastChange = seen.authority().since();
        Memory memory = new Memory(
                certain,
                PendingUpdates.UNKNOWN,
                Instant.EPOCH,
                lastChange,
                null,
                beliefs,
                cap,
                Patience.FIRST,
                MastersQuestion.NONE);
        return new LeaseState(lease, registers, Change.steady(lease, seen.now()), memory);
    }
}
