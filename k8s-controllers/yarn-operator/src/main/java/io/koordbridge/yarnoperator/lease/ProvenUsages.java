package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
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
        return none || lost == null ? NONE : new ProvenUsages(Map.of(FORMER, ProvenUsage.lost(lost, now)));
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
        after.put(whose, ProvenUsage.lost(all, now));
        return new ProvenUsages(after);
    }

    /** What was kept for lost NodeManagers that are lost no longer, and for strays: they are back, or nothing of them is left. */
    YarnAmount noLongerLost(ProvenUsages after) {
        YarnAmount sum = YarnAmount.ZERO;
        for (Map.Entry<NodeManagerRef, ProvenUsage> one : byManager.entrySet()) {
            ProvenUsage next = after.byManager.get(one.getKey());
            YarnAmount still = next == null ? YarnAmount.ZERO : next.kept();
            sum = sum.plus(one.getValue().kept().minus(still));
        }
        return sum;
    }

    /** After an observation whose reports count. */
    ProvenUsages next(NodeObservation seen, Duration proof, LeaseState known) {
        Memory memory = known.memory();
        boolean wasLost = memory.gone() != null && memory.gone().lost();
        long inUse = seen.managers().stream().filter(NodeManagerView::inUse).count();
        NodeAgent agent = inUse > 1 ? seen.agent().ofSeveral() : seen.agent();
        ProvenUsage.Look look = new ProvenUsage.Look(
                seen.now(), proof, agent, wasLost, memory.calls().value());
        Map<NodeManagerRef, ProvenUsage> after = new LinkedHashMap<>();
        byManager.forEach((ref, belief) -> after.put(ref, belief.lost(seen.now())));
        for (NodeManagerView view : seen.managers()) {
            ProvenUsage before = byManager.get(view.ref());
            if (view.inUse()) {
                ProvenUsage from = before != null ? before : joining(view, known.lease(), agent);
                after.put(view.ref(), from.next(view, look));
            } else if (before != null && before.lostSince() == null && view.podPresent()) {
                // Not known for the moment, as after a failover.
                after.put(view.ref(), view.state() == ManagerState.DEAD ? before.lost(seen.now()) : before);
            }
        }
        after.values().removeIf(belief -> over(belief, agent));
        return new ProvenUsages(after);
    }

    /** No earlier use is known of a NodeManager that joins. */
    private ProvenUsage joining(NodeManagerView view, YarnAmount unproven, NodeAgent agent) {
        boolean first = byManager.values().stream().allMatch(belief -> belief.lostSince() != null);
        // A former leader may have seen what strangers hold as the NodeManager's.
        boolean all = first && byManager.isEmpty() && agent.seesStrangers();
        YarnAmount most = all ? unproven : unproven.min(view.capability().max(view.used()));
        return ProvenUsage.unproven(first ? most : view.used());
    }

    /** Whether nothing is left of a lost one. A NodeManager in use that knows every process proves it as well as an empty group. */
    private static boolean over(ProvenUsage belief, NodeAgent agent) {
        Instant since = belief.lostSince();
        return since != null
                && (belief.kept().equals(YarnAmount.ZERO)
                        || agent.provesAbsenceSince(since)
                        || agent.knowsAllSince(since));
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

    /** What lost NodeManagers, and what others left running, may still hold beside those in use. */
    public YarnAmount lost() {
        YarnAmount sum = YarnAmount.ZERO;
        for (ProvenUsage belief : byManager.values()) {
            sum = sum.plus(belief.kept());
        }
        return sum;
    }

    /** What containers hold that their own NodeManager does not count. */
    YarnAmount strays() {
        YarnAmount sum = YarnAmount.ZERO;
        for (ProvenUsage belief : byManager.values()) {
            Strays strays = belief.strays();
            sum = strays == null ? sum : sum.plus(strays.held());
        }
        return sum;
    }

    /** What counts of NodeManagers in use. */
    public YarnAmount counted() {
        YarnAmount sum = YarnAmount.ZERO;
        for (ProvenUsage belief : byManager.values()) {
            sum = belief.lostSince() == null ? sum.plus(belief.used()) : sum;
        }
        return sum;
    }

    /** NodeManagers that something is remembered of. */
    public Set<NodeManagerRef> managers() {
        return byManager.keySet();
    }

    /** Whether a fall waits for its proof. */
    public boolean doubted() {
        return byManager.values().stream().anyMatch(belief -> belief.doubt() != null);
    }
}
