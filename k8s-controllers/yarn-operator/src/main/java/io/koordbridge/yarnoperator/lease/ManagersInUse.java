package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
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

    /**
     * The updates that make the sum of capabilities the total: each keeps the minimum of what it has, the rest is divided in proportion to
     * what each has beyond it, rounded down.
     */
    List<LeaseAction> updates(YarnAmount total, YarnAmount minimum, Duration overcommitTimeout) {
        YarnAmount floors = YarnAmount.ZERO;
        for (NodeManagerView view : views) {
            floors = floors.plus(view.capability().min(minimum));
        }
        List<LeaseAction> updates = new ArrayList<>();
        for (NodeManagerView view : views) {
            YarnAmount floor = view.capability().min(minimum);
            YarnAmount part = several()
                    ? new YarnAmount(
                            part(view, floor, total, floors, YarnAmount::vcores),
                            part(view, floor, total, floors, YarnAmount::memoryMb))
                    : total;
            if (!part.equals(view.capability())) {
                updates.add(new UpdateNodeResource(view.ref(), part, overcommitTimeout));
            }
        }
        return updates;
    }

    private long part(
            NodeManagerView view,
            YarnAmount floor,
            YarnAmount total,
            YarnAmount floors,
            ToLongFunction<YarnAmount> dimension) {
        long least = dimension.applyAsLong(floor);
        long beyond = dimension.applyAsLong(view.capability()) - least;
        long allBeyond = dimension.applyAsLong(capability) - dimension.applyAsLong(floors);
        long rest = Math.max(dimension.applyAsLong(total) - dimension.applyAsLong(floors), 0);
        return least + (allBeyond == 0 ? 0 : Math.floorDiv(beyond * rest, allBeyond));
    }
}
