package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import java.time.Instant;
import java.util.List;
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
    public static LeaseStep step(@Nullable LeaseState before, NodeObservation seen, LeaseSettings settings) {
        LeaseState state = before == null ? adopt(seen, settings) : before;
        if (state == null) {
            WaitReason reason = seen.managers().isEmpty() ? WaitReason.NO_NODE_MANAGER : WaitReason.NODE_UNKNOWN;
            return new LeaseStep(null, List.of(), reason, null);
        }
        return new LeaseRound(state, seen, settings).run();
    }

    /** A fresh leader starts from the annotation and the reports; without either it knows of no lease. */
    private static @Nullable LeaseState adopt(NodeObservation seen, LeaseSettings settings) {
        BatchAmount reserved = seen.written().reserved();
        boolean fresh = seen.managers().stream()
                .allMatch(view -> view.reportAge().compareTo(settings.times().staleAfter()) <= 0);
        List<NodeManagerView> inUse =
                seen.managers().stream().filter(NodeManagerView::inUse).toList();
        boolean reported = fresh && !inUse.isEmpty();
        if (reserved == null && !reported) {
            return null;
        }
        YarnAmount used = YarnAmount.ZERO;
        YarnAmount capability = YarnAmount.ZERO;
        for (NodeManagerView view : inUse) {
            used = used.plus(view.used());
            capability = capability.plus(view.capability());
        }
        YarnAmount lease = reserved == null
                ? capability.max(used)
                : settings.conversion().toYarn(reserved).max(used);
        Instant certain = seen.authority().since().plus(settings.times().uncertainty());
        Memory memory = new Memory(certain, null, Instant.EPOCH, Instant.EPOCH, null);
        return new LeaseState(lease, Change.steady(lease, seen.now()), memory);
    }
}
