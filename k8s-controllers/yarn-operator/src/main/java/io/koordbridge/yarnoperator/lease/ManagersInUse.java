package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManagers of a node whose containers count, and their sums.
 *
 * @param used what containers may hold: all that is not proven to be free
 * @param reported what they were reported to hold, the least that they may hold
 */
@PureCore
record ManagersInUse(List<NodeManagerView> views, YarnAmount capability, YarnAmount used, YarnAmount reported) {

    static ManagersInUse of(List<NodeManagerView> all, ProvenUsages beliefs) {
        List<NodeManagerView> views =
                all.stream().filter(NodeManagerView::inUse).toList();
        YarnAmount capability = YarnAmount.ZERO;
        YarnAmount used = YarnAmount.ZERO;
        YarnAmount reported = YarnAmount.ZERO;
        for (NodeManagerView view : views) {
            reported = reported.plus(beliefs.reported(view));
            capability = capability.plus(view.capability());
            used = used.plus(beliefs.used(view));
        }
        return new ManagersInUse(views, capability, used, reported);
    }

    /** Highest number of an update that all of them acknowledged. */
    long acknowledged() {
        return views.stream().mapToLong(NodeManagerView::acknowledged).min().orElse(0);
    }

    /** The capacity that they report themselves, null when one has not reported it after a time. */
    @Nullable
    YarnAmount told(Instant after) {
        YarnAmount told = YarnAmount.ZERO;
        for (NodeManagerView view : views) {
            NodeManagerReport word = view.word();
            if (word == null || word.askedAt().isBefore(after)) {
                return null;
            }
            told = told.plus(word.capacity());
        }
        return told;
    }

    /** Whether one restarts. */
    boolean down() {
        return views.stream().anyMatch(NodeManagerView::down);
    }

    /** Which ResourceManagers report: another number after a failover of any of them. */
    long epoch() {
        return views.stream().mapToLong(NodeManagerView::epoch).sum();
    }

    /** What each of them may register with so that all together have no more than an amount. */
    YarnAmount registers(YarnAmount total, YarnAmount minimum) {
        YarnAmount most = capability.min(total);
        if (!several()) {
            return most;
        }
        return parts(most, minimum).stream().reduce(most, YarnAmount::min);
    }

    boolean decommissioning() {
        return views.stream().anyMatch(view -> view.state() == ManagerState.DECOMMISSIONING);
    }

    boolean unhealthy() {
        return views.stream().anyMatch(view -> view.state() == ManagerState.UNHEALTHY);
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
     * The updates that make the sum of capabilities the total: each keeps its minimum, the rest is divided in proportion to
     * what each has beyond it, rounded down.
     */
    List<LeaseAction> updates(YarnAmount total, YarnAmount minimum, Duration overcommitTimeout, long number) {
        List<YarnAmount> parts = parts(total, minimum);
        List<LeaseAction> updates = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            updates.add(new UpdateNodeResource(views.get(i).ref(), parts.get(i), overcommitTimeout, number));
        }
        return updates;
    }

    private List<YarnAmount> parts(YarnAmount total, YarnAmount minimum) {
        if (!several()) {
            return List.of(total);
        }
        YarnAmount floors = YarnAmount.ZERO;
        for (NodeManagerView view : views) {
            floors = floors.plus(view.capability().min(minimum));
        }
        List<YarnAmount> parts = new ArrayList<>();
        for (NodeManagerView view : views) {
            YarnAmount floor = view.capability().min(minimum);
            parts.add(new YarnAmount(
                    part(view, floor, total, floors, YarnAmount::vcores),
                    part(view, floor, total, floors, YarnAmount::memoryMb)));
        }
        return parts;
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
