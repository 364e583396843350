package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.view.ClusterLedger.AlreadyBound;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.ClusterLedger.Refused;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one node holds; state in, state out. A pod that is bound is never counted as assumed as well.
 *
 * @param facts the node object, null while only its pods are known
 * @param topology what its NodeResourceTopology says, null without one
 * @param objects what capabilities have read of its other objects
 * @param bound pods by uid
 * @param boundSums what the bound pods hold
 * @param assumed placements under way by pod uid
 */
@PureCore
record NodeLedger(
        @Nullable NodeFacts facts,
        @Nullable NumaTopology topology,
        NodeObjects objects,
        Map<String, PodFacts> bound,
        NodeSums boundSums,
        Map<String, Assumption> assumed) {

    static final NodeLedger EMPTY = new NodeLedger(null, null, NodeObjects.NONE, Map.of(), NodeSums.EMPTY, Map.of());

    NodeLedger {
        bound = Map.copyOf(bound);
        assumed = Map.copyOf(assumed);
    }

    boolean isEmpty() {
        return facts == null && topology == null && objects.byType().isEmpty() && bound.isEmpty() && assumed.isEmpty();
    }

    NodeLedger withFacts(@Nullable NodeFacts newFacts) {
        return new NodeLedger(newFacts, topology, objects, bound, boundSums, assumed);
    }

    NodeLedger withTopology(@Nullable NumaTopology newTopology) {
        return new NodeLedger(facts, newTopology, objects, bound, boundSums, assumed);
    }

    <T> NodeLedger withObject(Class<T> type, @Nullable T value) {
        return new NodeLedger(facts, topology, objects.with(type, value), bound, boundSums, assumed);
    }

    /** The pod is bound here; that settles its assumption. */
    NodeLedger withBound(PodFacts pod) {
        if (pod.equals(bound.get(pod.uid())) && !assumed.containsKey(pod.uid())) {
            return this;
        }
        NodeLedger others = withoutPod(pod.uid());
        Map<String, PodFacts> pods = new HashMap<>(others.bound);
        pods.put(pod.uid(), pod);
        return new NodeLedger(facts, topology, objects, pods, others.boundSums.plus(pod), others.assumed);
    }

    NodeLedger withAssumed(Assumption assumption) {
        Map<String, Assumption> all = new HashMap<>(assumed);
        all.put(assumption.pod().uid(), assumption);
        return new NodeLedger(facts, topology, objects, bound, boundSums, all);
    }

    /**
     * The ledger with the placement of a pod if the check passes, and the outcome.
     *
     * @param after the ledger from then on; the same one when nothing was entered
     */
    record Entry(NodeLedger after, Placement placement) {}

    /** Enters a placement; the check does not see an earlier one of the same pod, which it replaces. */
    Entry enter(PodFacts pod, String node, Function<NodeView, PlacedPod> place, Instant checkAt, Hold hold) {
        if (bound.containsKey(pod.uid())) {
            return new Entry(this, new AlreadyBound());
        }
        NodeView others = withoutAssumed(pod.uid()).view();
        if (others == null) {
            return new Entry(this, new Refused(FitResult.unknownNode()));
        }
        PlacedPod placed = place.apply(others);
        if (!placed.verdict().fits()) {
            return new Entry(this, new Refused(placed.verdict()));
        }
        Assumption assumption = new Assumption(placed.pod(), node, checkAt, hold);
        return new Entry(withAssumed(assumption), new Assumed(assumption));
    }

    NodeLedger withoutAssumed(String uid) {
        return assumed.containsKey(uid)
                ? new NodeLedger(facts, topology, objects, bound, boundSums, without(assumed, uid))
                : this;
    }

    /** The pod is gone or done: nothing of it stays. */
    NodeLedger withoutPod(String uid) {
        NodeLedger settled = withoutAssumed(uid);
        PodFacts pod = settled.bound.get(uid);
        if (pod == null) {
            return settled;
        }
        Map<String, PodFacts> rest = without(settled.bound, uid);
        return new NodeLedger(facts, topology, objects, rest, boundSums.minus(pod, rest.values()), settled.assumed);
    }

    /** Without some bound pods. */
    NodeLedger without(Set<String> uids) {
        Map<String, PodFacts> rest = new HashMap<>(bound);
        rest.keySet().removeAll(uids);
        return new NodeLedger(facts, topology, objects, rest, NodeSums.of(rest.values()), assumed);
    }

    /** The node as a trial sees it, null while its object is unknown. */
    @Nullable
    NodeView view() {
        return view(AnswerBudget.TRIAL);
    }

    /**
     * The node as scheduling sees it, null while its object is unknown.
     *
     * @param budget says how much is remembered of it
     */
    @Nullable
    NodeView view(AnswerBudget budget) {
        if (facts == null) {
            return null;
        }
        NodeSums underWay = NodeSums.of(placed());
        NodeSums all = boundSums.plus(underWay);
        return new NodeView(
                facts,
                facts.allocatable(),
                all,
                underWay.request(),
                new PlacedPods(bound, assumed),
                NumaUsage.of(Objects.requireNonNullElse(topology, NumaTopology.NONE), holdings()),
                topology != null,
                objects,
                new RememberedAnswers(budget));
    }

    private List<NumaHolding> holdings() {
        return Stream.concat(bound.values().stream(), placed().stream())
                .map(pod -> pod.numa().holding())
                .filter(holding -> !holding.isEmpty())
                .toList();
    }

    private Collection<PodFacts> placed() {
        return assumed.values().stream().map(Assumption::pod).toList();
    }

    private static <V> Map<String, V> without(Map<String, V> map, String key) {
        Map<String, V> rest = new HashMap<>(map);
        rest.remove(key);
        return rest;
    }
}
