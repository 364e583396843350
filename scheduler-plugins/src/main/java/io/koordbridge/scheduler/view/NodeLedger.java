package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one node holds; state in, state out. A pod that is bound is never counted as assumed too.
 *
 * @param facts the node object, null while only its pods are known
 * @param bound pods by uid
 * @param assumed placements under way by pod uid
 */
@PureCore
record NodeLedger(@Nullable NodeFacts facts, Map<String, PodFacts> bound, Map<String, Assumption> assumed) {

    static final NodeLedger EMPTY = new NodeLedger(null, Map.of(), Map.of());

    NodeLedger {
        bound = Map.copyOf(bound);
        assumed = Map.copyOf(assumed);
    }

    boolean isEmpty() {
        return facts == null && bound.isEmpty() && assumed.isEmpty();
    }

    NodeLedger withFacts(@Nullable NodeFacts newFacts) {
        return new NodeLedger(newFacts, bound, assumed);
    }

    /** The pod is bound here; that settles its assumption. */
    NodeLedger withBound(PodFacts pod) {
        if (pod.equals(bound.get(pod.uid())) && !assumed.containsKey(pod.uid())) {
            return this;
        }
        Map<String, PodFacts> pods = new TreeMap<>(bound);
        pods.put(pod.uid(), pod);
        return new NodeLedger(facts, pods, without(assumed, pod.uid()));
    }

    NodeLedger withAssumed(Assumption assumption) {
        Map<String, Assumption> all = new TreeMap<>(assumed);
        all.put(assumption.pod().uid(), assumption);
        return new NodeLedger(facts, bound, all);
    }

    NodeLedger withoutAssumed(String uid) {
        return assumed.containsKey(uid) ? new NodeLedger(facts, bound, without(assumed, uid)) : this;
    }

    /** The pod is gone or done: nothing of it stays. */
    NodeLedger withoutPod(String uid) {
        return bound.containsKey(uid) || assumed.containsKey(uid)
                ? new NodeLedger(facts, without(bound, uid), without(assumed, uid))
                : this;
    }

    /** The node as scheduling sees it, null while its object is unknown. */
    @Nullable
    NodeView view() {
        if (facts == null) {
            return null;
        }
        Sums sums = new Sums();
        TreeSet<Integer> cpus = new TreeSet<>();
        for (PodFacts pod : bound.values()) {
            sums.add(pod);
            cpus.addAll(pod.cpuset().cpus());
        }
        Sums underWay = new Sums();
        for (Assumption assumption : assumed.values()) {
            sums.add(assumption.pod());
            underWay.add(assumption.pod());
            cpus.addAll(assumption.pod().cpuset().cpus());
        }
        return new NodeView(
                facts,
                facts.allocatable(),
                sums.request,
                sums.nonZero,
                underWay.request,
                bound.size() + assumed.size(),
                assumed.size(),
                CpuSet.of(cpus));
    }

    private static final class Sums {
        private ResourceVector request = ResourceVector.EMPTY;
        private ResourceVector nonZero = ResourceVector.EMPTY;

        void add(PodFacts pod) {
            request = request.plus(pod.request());
            nonZero = nonZero.plus(pod.nonZeroRequest());
        }
    }

    private static <V> Map<String, V> without(Map<String, V> map, String key) {
        if (!map.containsKey(key)) {
            return map;
        }
        Map<String, V> rest = new TreeMap<>(map);
        rest.remove(key);
        return rest;
    }
}
