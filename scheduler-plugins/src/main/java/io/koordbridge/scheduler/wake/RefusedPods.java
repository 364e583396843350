package io.koordbridge.scheduler.wake;

import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods that were refused on some node, and the nodes that changed since. Thread-safe; without refused pods it keeps nothing. */
public final class RefusedPods {

    /** Beyond that the oldest refusals are forgotten: kube-scheduler tries those pods again after five minutes. */
    private static final int MOST = 20_000;

    private final Map<String, Refusal> pods = new LinkedHashMap<>();
    private final Map<String, Change> changes = new HashMap<>();
    private long sequence;

    /**
     * A pod that was refused.
     *
     * @param at its place among refusals and changes
     */
    record Refusal(PodFacts pod, long at) {}

    /**
     * What happened to a node since the last look.
     *
     * @param before the node before the first change, empty when it was not known
     * @param first place of the first change among refusals and changes
     * @param last place of the last change
     */
    record Change(Optional<NodeView> before, long first, long last) {}

    /** What a round looks at: refusals, the oldest first, and changes by node. */
    record Work(List<Refusal> refused, Map<String, Change> changed) {}

    /** A pod is about to be filtered; called before the nodes are read, so that no change behind that is missed. */
    public synchronized void filtering(PodFacts pod) {
        pods.remove(pod.uid());
        pods.put(pod.uid(), new Refusal(pod, ++sequence));
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
        Change known = changes.get(node);
        changes.put(
                node,
                known == null
                        ? new Change(before, sequence, sequence)
                        : new Change(known.before(), known.first(), sequence));
    }

    /** Takes the changes away. */
    synchronized Work take() {
        Work work = new Work(new ArrayList<>(pods.values()), Map.copyOf(changes));
        changes.clear();
        return work;
    }

    /** Gives back changes that a round did not come to the end of. */
    synchronized void giveBack(Map<String, Change> unfinished) {
        unfinished.forEach((node, change) -> changes.merge(
                node, change, (later, earlier) -> new Change(earlier.before(), earlier.first(), later.last())));
    }
}
