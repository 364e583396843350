package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeFacts;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that kube-scheduler does not let pods of a plan use. A plan that has to do without a node is made again at once, and its vetoes end
 * with it. A veto also ends when the node or what is bound there changes, and at the latest after a minute.
 * A request for a single node, or for fewer than the one before, says nothing about the nodes that it leaves out: kube-scheduler asks so
 * for a node that was nominated for the pod, and asks for all behind it. Guarded by {@link GangState}.
 */
final class Vetoes {

    private static final int MOST_NAMED = 3;

    private final int mostNarrow;
    private final Duration life;
    /** By pod uid, then by node. */
    private final Map<String, Map<String, Veto>> vetoes = new HashMap<>();
    /** By pod uid. */
    private final Map<String, Asked> asked = new HashMap<>();

    /** What was true of the node; its own holds do not count, for they come and go with each plan. */
    private record Veto(@Nullable NodeFacts facts, Map<String, PodFacts> bound, Instant until) {

        static Veto of(@Nullable NodeView node, Instant until) {
            return new Veto(
                    node == null ? null : node.facts(),
                    node == null ? Map.of() : node.placed().bound(),
                    until);
        }
    }

    /**
     * The requests for a pod so far.
     *
     * @param names in the last one that had several
     * @param narrow how many in a row were narrow
     */
    private record Asked(int names, int narrow) {
        static final Asked NEVER = new Asked(0, 0);
    }

    /**
     * None yet.
     *
     * @param mostNarrow so many requests in a row may be narrow: behind that there is nothing wider to come
     * @param life of a veto that nothing else ends
     */
    Vetoes(int mostNarrow, Duration life) {
        this.mostNarrow = mostNarrow;
        this.life = life;
    }

    /** A request that offers the planned node, or for a pod without one. */
    void offered(PodFacts pod, int names) {
        Asked before = asked.getOrDefault(pod.uid(), Asked.NEVER);
        asked.put(pod.uid(), new Asked(names > 1 ? names : before.names(), 0));
    }

    /** Whether a request that leaves the planned node out means it. */
    boolean isMeant(PodFacts pod, int names) {
        Asked before = asked.getOrDefault(pod.uid(), Asked.NEVER);
        boolean narrow = names <= 1 || names < before.names();
        boolean meant = !narrow || before.narrow() >= mostNarrow;
        asked.put(pod.uid(), new Asked(names > 1 ? names : before.names(), meant ? 0 : before.narrow() + 1));
        return meant;
    }

    void add(PodFacts pod, String node, ClusterView view, Instant now) {
        vetoes.computeIfAbsent(pod.uid(), uid -> new HashMap<>())
                .put(node, Veto.of(view.node(node).orElse(null), now.plus(life)));
    }

    /** What is refused now, for a plan that is made while this changes. */
    Nodes nodes() {
        Map<String, Set<String>> nodes = new HashMap<>();
        vetoes.forEach((uid, ofPod) -> nodes.put(uid, Set.copyOf(ofPod.keySet())));
        return new Nodes(nodes);
    }

    /**
     * Nodes that pods cannot use.
     *
     * @param byPod by pod uid
     */
    record Nodes(Map<String, Set<String>> byPod) {

        Nodes {
            byPod = Map.copyOf(byPod);
        }

        Set<String> of(PodFacts pod) {
            return byPod.getOrDefault(pod.uid(), Set.of());
        }

        /** For people, with a comma in front; empty without a veto. */
        String words(PodFacts pod) {
            Set<String> nodes = of(pod);
            return nodes.isEmpty()
                    ? ""
                    : ", kube-scheduler refuses " + pod.key() + " on "
                            + nodes.stream().sorted().limit(MOST_NAMED).collect(Collectors.joining(", "))
                            + (nodes.size() > MOST_NAMED ? ", ..." : "");
        }
    }

    /** Ends those whose time is over or whose node is another now. */
    void end(ClusterView view, Instant now) {
        vetoes.values()
                .forEach(nodes -> nodes.entrySet()
                        .removeIf(one ->
                                isOver(one.getValue(), view.node(one.getKey()).orElse(null), now)));
        vetoes.values().removeIf(Map::isEmpty);
    }

    @SuppressWarnings("ReferenceEquality") // What is bound is the same object as long as nothing is bound or leaves.
    private static boolean isOver(Veto veto, @Nullable NodeView node, Instant now) {
        Veto current = Veto.of(node, veto.until());
        return !now.isBefore(veto.until())
                || !Objects.equals(veto.facts(), current.facts())
                || veto.bound() != current.bound();
    }

    /** Their plan has ended. */
    void clear() {
        vetoes.clear();
    }

    boolean isEmpty() {
        return vetoes.isEmpty();
    }

    /** Forgets all pods but these. */
    void keepOnly(Set<String> uids) {
        vetoes.keySet().retainAll(uids);
        asked.keySet().retainAll(uids);
    }
}
