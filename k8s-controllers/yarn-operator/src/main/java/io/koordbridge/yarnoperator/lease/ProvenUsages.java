package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the containers of each NodeManager of a node hold, also of those that are lost. */
@PureCore
public record ProvenUsages(Map<NodeManagerRef, ProvenUsage> byManager) {

    static final ProvenUsages NONE = new ProvenUsages(Map.of());

    /** Stands for those that a former leader has lost. */
    private static final NodeManagerRef FORMER = new NodeManagerRef("", "a former NodeManager", 0);

    public ProvenUsages {
        byManager = Map.copyOf(byManager);
    }

    /** Of a new leader, to which a former one left word of lost NodeManagers. */
    static ProvenUsages adopted(@Nullable YarnAmount lost, Instant now) {
        boolean none = lost == null || lost.equals(YarnAmount.ZERO);
        return none || lost == null
                ? NONE
                : new ProvenUsages(Map.of(FORMER, new ProvenUsage(lost, Long.MIN_VALUE, null, now)));
    }

    /** The use of a lease is unknown. */
    boolean none() {
        return byManager.keySet().stream().allMatch(FORMER::equals);
    }

    /** A lease of a former leader, whose NodeManager was lost before this one saw it. */
    ProvenUsages lost(List<NodeManagerView> views, YarnAmount lease, Instant now) {
        Map<NodeManagerRef, ProvenUsage> after = new LinkedHashMap<>(byManager);
        NodeManagerRef whose = views.isEmpty() ? FORMER : views.get(0).ref();
        ProvenUsage before = after.get(whose);
        YarnAmount all = before == null ? lease : before.used().plus(lease);
        after.put(whose, new ProvenUsage(all, Long.MIN_VALUE, null, now));
        return new ProvenUsages(after);
    }

    /** What was kept for lost NodeManagers that are lost no longer: they are back, or nothing of them is left. */
    YarnAmount noLongerLost(ProvenUsages after) {
        Map<NodeManagerRef, YarnAmount> still = after.lostManagers();
        YarnAmount sum = YarnAmount.ZERO;
        for (Map.Entry<NodeManagerRef, YarnAmount> one : lostManagers().entrySet()) {
            sum = still.containsKey(one.getKey()) ? sum : sum.plus(one.getValue());
        }
        return sum;
    }

    /** After an observation whose reports count. */
    ProvenUsages next(NodeObservation seen, Duration proof, YarnAmount unproven) {
        Map<NodeManagerRef, ProvenUsage> after = new LinkedHashMap<>();
        byManager.forEach((ref, belief) -> after.put(ref, belief.lost(seen.now())));
        boolean first = byManager.values().stream().allMatch(belief -> belief.lostSince() != null);
        for (NodeManagerView view : seen.managers()) {
            ProvenUsage before = byManager.get(view.ref());
            if (view.inUse()) {
                // Of a NodeManager that joins nothing is known to have been there before.
                ProvenUsage from = before != null
                        ? before
                        : ProvenUsage.unproven(
                                first ? unproven.min(view.capability().max(view.used())) : view.used());
                after.put(view.ref(), from.next(view, seen.now(), proof));
            } else if (before != null && before.lostSince() == null && view.podPresent()) {
                // Not known for the moment, as after a failover.
                after.put(view.ref(), view.state() == ManagerState.DEAD ? before.lost(seen.now()) : before);
            }
        }
        after.values().removeIf(belief -> over(belief, seen));
        return new ProvenUsages(after);
    }

    private static boolean over(ProvenUsage belief, NodeObservation seen) {
        Instant since = belief.lostSince();
        return since != null
                && (belief.used().equals(YarnAmount.ZERO) || seen.agent().provesAbsenceSince(since));
    }

    YarnAmount used(NodeManagerView view) {
        ProvenUsage belief = byManager.get(view.ref());
        return belief == null ? view.used() : belief.used();
    }

    /** What containers were reported to hold, also when a fall of it is not proven; what only a lease covers does not count. */
    YarnAmount reported(NodeManagerView view) {
        ProvenUsage belief = byManager.get(view.ref());
        return belief != null && belief.wasReported() ? belief.used() : view.used();
    }

    /** What NodeManagers that are lost may still hold beside those in use. */
    public YarnAmount lost() {
        YarnAmount sum = YarnAmount.ZERO;
        for (ProvenUsage belief : byManager.values()) {
            sum = belief.lostSince() == null ? sum : sum.plus(belief.used());
        }
        return sum;
    }

    /** NodeManagers that something is remembered of. */
    public Set<NodeManagerRef> managers() {
        return byManager.keySet();
    }

    /** NodeManagers that are lost while their containers may live. */
    public Map<NodeManagerRef, YarnAmount> lostManagers() {
        Map<NodeManagerRef, YarnAmount> lost = new LinkedHashMap<>();
        byManager.forEach((ref, belief) -> {
            if (belief.lostSince() != null) {
                lost.put(ref, belief.used());
            }
        });
        return lost;
    }

    /** Whether a fall waits for its proof. */
    public boolean doubted() {
        return byManager.values().stream().anyMatch(belief -> belief.doubt() != null);
    }
}
