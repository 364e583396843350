package io.koordbridge.scheduler.wake;

import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Pods that were refused on some node, pods that were woken and have not come yet, and the nodes that changed since. Thread-safe; without
 * refused pods it keeps nothing.
 */
public final class RefusedPods {

    /** Beyond that the oldest refusals are forgotten: kube-scheduler tries those pods again after five minutes. */
    private static final int MOST = 20_000;

    private final Map<String, Refusal> pods = new LinkedHashMap<>();
    private final Map<String, Woken> woken = new LinkedHashMap<>();
    private final Map<String, Change> changes = new HashMap<>();
    private long sequence;

    /**
     * A pod that was refused.
     *
     * @param at place of its last refusal among refusals and changes
     * @param since place of its first one: how long it waits
     */
    record Refusal(PodFacts pod, long at, long since) {

        /** Who is woken first: the higher priority, then who waits longer. */
        static final Comparator<Refusal> RANK = Comparator.<Refusal>comparingInt(
                        refusal -> refusal.pod().traits().priority())
                .reversed()
                .thenComparingLong(Refusal::since);

        /** The same as reservations see the pod now. */
        Refusal of(PodFacts marked) {
            return new Refusal(marked, at, since);
        }
    }

    /**
     * What happened to a node since the last look.
     *
     * @param before the node before the first change, empty when it was not known
     * @param first place of the first change among refusals and changes
     * @param last place of the last change
     */
    record Change(Optional<NodeView> before, long first, long last) {

        private Change then(Change later) {
            return new Change(before, first, Math.max(last, later.last));
        }
    }

    /**
     * A pod that was woken for the room of a node.
     *
     * @param upTo place of the last change that was looked at
     * @param until nanoseconds; who has not come by then does not come
     */
    record Woken(Refusal refusal, String node, long upTo, long until) {}

    /** What a round looks at: refusals in no order, changes by node, and pods that are expected to come. */
    record Work(List<Refusal> refused, Map<String, Change> changed, List<Woken> expected) {}

    /** A pod is about to be filtered; called before the nodes are read, so that no change behind that is missed. */
    public synchronized void filtering(PodFacts pod) {
        Refusal before = pods.remove(pod.uid());
        Woken came = woken.get(pod.uid());
        long at = ++sequence;
        long since =
                before != null ? before.since() : came != null ? came.refusal().since() : at;
        pods.put(pod.uid(), new Refusal(pod, at, since));
        if (pods.size() > MOST) {
            pods.remove(pods.keySet().iterator().next());
        }
    }

    /** The pod was refused nowhere, is bound or gone. */
    public synchronized void settled(String uid) {
        pods.remove(uid);
    }

    /** The pods that nodes refused and that may wait still, the oldest refusal first. */
    public synchronized List<PodFacts> pods() {
        return pods.values().stream().map(Refusal::pod).toList();
    }

    /** A node changed. */
    public synchronized void changed(String node, Optional<NodeView> before) {
        if (pods.isEmpty()) {
            return;
        }
        sequence++;
        changes.merge(node, new Change(before, sequence, sequence), Change::then);
    }

    /** The pod is about to be woken for the room of a node. */
    synchronized void waking(Woken now) {
        pods.remove(now.refusal().pod().uid());
        woken.put(now.refusal().pod().uid(), now);
    }

    /** It could not be woken: the next round tries again. */
    synchronized void notWoken(Woken one) {
        woken.remove(one.refusal().pod().uid());
        pods.putIfAbsent(one.refusal().pod().uid(), one.refusal());
        offerAgain(one);
    }

    private void offerAgain(Woken one) {
        Change left = new Change(Optional.empty(), one.upTo(), one.upTo());
        changes.merge(one.node(), left, (later, earlier) -> earlier.then(later));
    }

    /**
     * Takes the changes away. When a pod that was woken has its room, elsewhere perhaps, or does not come, its node counts as changed for
     * those that waited before that.
     *
     * @param placed whether a pod has its room, by uid
     * @param waits whether a pod is known to wait
     */
    synchronized Work take(Predicate<String> placed, Predicate<PodFacts> waits, long nanoTime) {
        pods.keySet().removeIf(placed);
        Iterator<Woken> all = woken.values().iterator();
        while (all.hasNext()) {
            Woken one = all.next();
            PodFacts pod = one.refusal().pod();
            boolean came = placed.test(pod.uid()) || pods.containsKey(pod.uid());
            if (came || !waits.test(pod) || one.until() - nanoTime <= 0) {
                all.remove();
                offerAgain(one);
            }
        }
        List<Refusal> refused = pods.values().stream()
                .filter(refusal -> waits.test(refusal.pod()))
                .toList();
        Work work = new Work(refused, Map.copyOf(changes), List.copyOf(woken.values()));
        changes.clear();
        return work;
    }

    /** Gives back changes that a round did not come to the end of. */
    synchronized void giveBack(Map<String, Change> unfinished) {
        unfinished.forEach((node, change) -> changes.merge(node, change, (later, earlier) -> earlier.then(later)));
    }
}
