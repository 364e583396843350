package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManagers of a node whose containers count, and their sums.
 *
 * @param told sum of what they know themselves, null when one could not be asked
 */
@PureCore
record ManagersInUse(
        List<NodeManagerView> views,
        YarnAmount capability,
        YarnAmount used,
        @Nullable YarnAmount told) {

    static ManagersInUse of(List<NodeManagerView> all) {
        List<NodeManagerView> views =
                all.stream().filter(NodeManagerView::inUse).toList();
        YarnAmount capability = YarnAmount.ZERO;
        YarnAmount used = YarnAmount.ZERO;
        YarnAmount told = YarnAmount.ZERO;
        for (NodeManagerView view : views) {
            capability = capability.plus(view.capability());
            used = used.plus(view.used());
            told = told == null || view.told() == null ? null : told.plus(view.told());
        }
        return new ManagersInUse(views, capability, used, told);
    }

    boolean decommissioning() {
        return views.stream().anyMatch(view -> view.state() == ManagerState.DECOMMISSIONING);
    }

    Duration oldestReport() {
        return views.stream()
                .map(NodeManagerView::reportAge)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    boolean several() {
        return views.size() > 1;
    }

    /** The updates that make the sum of capabilities the total: in proportion to what each has, rounded down. */
    List<LeaseAction> updates(YarnAmount total, Duration overcommitTimeout) {
        List<LeaseAction> updates = new ArrayList<>();
        for (NodeManagerView view : views) {
            YarnAmount part = several()
                    ? new YarnAmount(
                            part(view.capability().vcores(), total.vcores(), capability.vcores()),
                            part(view.capability().memoryMb(), total.memoryMb(), capability.memoryMb()))
                    : total;
            if (!part.equals(view.capability())) {
                updates.add(new UpdateNodeResource(view.ref(), part, overcommitTimeout));
            }
        }
        return updates;
    }

    private static long part(long own, long total, long sum) {
        return sum == 0 ? 0 : Math.floorDiv(own * total, sum);
    }
}
