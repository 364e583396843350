package io.koordbridge.scheduler.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ledgers of all nodes. Events of the feeds and placements change one node at a time, atomically per node; readers take
 * immutable views and never wait.
 */
public final class ClusterLedger {

    private final Map<String, NodeLedger> ledgers = new ConcurrentHashMap<>();
    /** Nodes that hold something of a pod, bound or assumed, by pod uid. */
    private final Map<String, Set<String>> placedAt = new ConcurrentHashMap<>();
    /** Pods that are not bound, by namespace and name. */
    private final Map<String, PodFacts> pending = new ConcurrentHashMap<>();

    private final AtomicLong changes = new AtomicLong();
    private volatile Snapshot latest = new Snapshot(-1, Map.of(), ClusterView.of(Map.of()));

    private record Snapshot(long change, Map<String, Cached> cached, ClusterView view) {}

    private record Cached(NodeLedger ledger, NodeView view) {}

    /** The outcome of {@link #assume}. */
    public sealed interface Placement {}

    /** The pod counts on the node now. */
    public record Assumed(Assumption assumption) implements Placement {}

    /** Events of the feeds say that the pod is bound there already. */
    public record AlreadyBound() implements Placement {}

    /** The pod does not fit, or the node is unknown. */
    public record Refused(FitVerdict verdict) implements Placement {}

    /** What is known of a node's object. */
    public @Nullable NodeFacts facts(String node) {
        NodeLedger ledger = ledgers.get(node);
        return ledger == null ? null : ledger.facts();
    }

    /** A node came or changed. */
    public void nodeSeen(NodeFacts facts) {
        change(facts.name(), ledger -> facts.equals(ledger.facts()) ? ledger : ledger.withFacts(facts));
    }

    /** A node is gone; pods that still claim to be on it are kept in case it returns. */
    public void nodeGone(String node) {
        change(node, ledger -> ledger.withFacts(null));
    }

    /** A pod came or changed. */
    public void podSeen(PodFacts pod) {
        if (pod.holdsCapacity()) {
            String node = Objects.requireNonNull(pod.nodeName());
            pending.remove(pod.key());
            settle(pod.uid(), other -> !other.equals(node));
            change(node, ledger -> ledger.withBound(pod));
            remember(pod.uid(), node);
        } else if (pod.terminated()) {
            podGone(pod.uid(), pod.key());
        } else {
            pending.put(pod.key(), pod);
        }
    }

    /** A pod, named by uid and by namespace and name, is gone or done: nothing of it counts any more. */
    public void podGone(String uid, String key) {
        pending.computeIfPresent(key, (same, known) -> known.uid().equals(uid) ? null : known);
        settle(uid, node -> true);
    }

    private void settle(String uid, Predicate<String> where) {
        Set<String> nodes = placedAt.getOrDefault(uid, Set.of());
        for (String node : List.copyOf(nodes)) {
            if (where.test(node)) {
                change(node, ledger -> ledger.withoutPod(uid));
                forget(uid, node);
            }
        }
    }

    private void remember(String uid, String node) {
        placedAt.compute(uid, (key, nodes) -> {
            Set<String> known = nodes == null ? ConcurrentHashMap.newKeySet() : nodes;
            known.add(node);
            return known;
        });
    }

    private void forget(String uid, String node) {
        placedAt.computeIfPresent(uid, (key, nodes) -> {
            nodes.remove(node);
            return nodes.isEmpty() ? null : nodes;
        });
    }

    /** A pod that waits for a node, as feed events show it. */
    public Optional<PodFacts> pendingPod(String namespace, String name) {
        return Optional.ofNullable(pending.get(namespace + "/" + name));
    }

    /**
     * Enters a placement if the check passes on what the node holds at this moment. Entering the same pod again replaces its
     * placement on this node; the check does not see the replaced one.
     */
    public Placement assume(PodFacts pod, String node, Instant checkAt, Function<NodeView, FitVerdict> check) {
        AtomicReference<Placement> outcome = new AtomicReference<>(new Refused(FitVerdict.unknownNode()));
        // Named before it counts: an event that settles the pod finds it.
        remember(pod.uid(), node);
        change(node, ledger -> {
            NodeView others = ledger.withoutAssumed(pod.uid()).view();
            if (ledger.bound().containsKey(pod.uid())) {
                outcome.set(new AlreadyBound());
                return ledger;
            }
            if (others == null) {
                return ledger;
            }
            FitVerdict verdict = check.apply(others);
            if (!verdict.fits()) {
                outcome.set(new Refused(verdict));
                return ledger;
            }
            Assumption assumption = new Assumption(pod, node, checkAt);
            outcome.set(new Assumed(assumption));
            return ledger.withAssumed(assumption);
        });
        Placement placement = Objects.requireNonNull(outcome.get());
        if (placement instanceof Refused) {
            forgetUnlessHeld(pod.uid(), node);
        }
        return placement;
    }

    private void forgetUnlessHeld(String uid, String node) {
        NodeLedger ledger = ledgers.getOrDefault(node, NodeLedger.EMPTY);
        if (!ledger.bound().containsKey(uid) && !ledger.assumed().containsKey(uid)) {
            forget(uid, node);
        }
    }

    /** The placement failed for certain, or turned out to be another pod's business. */
    public void release(Assumption assumption) {
        String uid = assumption.pod().uid();
        change(assumption.node(), ledger -> ledger.withoutAssumed(uid));
        forgetUnlessHeld(uid, assumption.node());
    }

    /** Looks again later; nothing happens when an event has settled the placement meanwhile. */
    public void checkLater(Assumption assumption, Instant checkAt) {
        change(
                assumption.node(),
                ledger -> ledger.assumed().containsKey(assumption.pod().uid())
                        ? ledger.withAssumed(new Assumption(assumption.pod(), assumption.node(), checkAt))
                        : ledger);
    }

    /** Placements that no event has settled until the given time. */
    public List<Assumption> overdue(Instant now) {
        List<Assumption> found = new ArrayList<>();
        for (NodeLedger ledger : ledgers.values()) {
            ledger.assumed().values().stream()
                    .filter(assumption -> !assumption.checkAt().isAfter(now))
                    .forEach(found::add);
        }
        return found;
    }

    /** All placements under way. */
    public List<Assumption> assumptions() {
        return overdue(Instant.MAX);
    }

    /** How many pods wait for a node. */
    public int pendingPods() {
        return pending.size();
    }

    /** All nodes now; the same object as before when nothing changed. */
    @SuppressWarnings("ReferenceEquality") // Ledgers are immutable: the same object is the same content.
    public ClusterView view() {
        long change = changes.get();
        Snapshot before = latest;
        if (before.change() == change) {
            return before.view();
        }
        Map<String, Cached> cached = new TreeMap<>();
        Map<String, NodeView> views = new TreeMap<>();
        ledgers.forEach((name, ledger) -> {
            Cached known = before.cached().get(name);
            NodeView view = known != null && known.ledger() == ledger ? known.view() : ledger.view();
            if (view != null) {
                cached.put(name, new Cached(ledger, view));
                views.put(name, view);
            }
        });
        Snapshot fresh = new Snapshot(change, cached, ClusterView.of(views));
        latest = fresh;
        return fresh.view();
    }

    /** All nodes as they are for one pod: what it holds by a placement under way does not stand in its own way. */
    public ClusterView viewFor(String uid) {
        ClusterView all = view();
        Map<String, NodeView> own = new TreeMap<>();
        for (String node : placedAt.getOrDefault(uid, Set.of())) {
            NodeLedger ledger = ledgers.getOrDefault(node, NodeLedger.EMPTY);
            NodeView without = ledger.withoutAssumed(uid).view();
            if (without != null) {
                own.put(node, without);
            }
        }
        if (own.isEmpty()) {
            return all;
        }
        Map<String, NodeView> nodes = new TreeMap<>(all.nodes());
        nodes.putAll(own);
        return ClusterView.of(nodes);
    }

    @SuppressWarnings("ReferenceEquality") // A step that changes nothing returns what it got.
    private void change(String node, UnaryOperator<NodeLedger> step) {
        ledgers.compute(node, (name, ledger) -> {
            NodeLedger before = ledger == null ? NodeLedger.EMPTY : ledger;
            NodeLedger after = step.apply(before);
            if (after != before) {
                changes.incrementAndGet();
            }
            return after.isEmpty() ? null : after;
        });
    }
}
