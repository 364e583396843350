package io.koordbridge.scheduler.view;

import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.resource.OneOfEach;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledgers of all nodes. Events of the feeds and placements change one node at a time, under that node's lock; readers take
 * immutable views and never wait. A change is in {@link #view()} when the call that made it returns.
 */
public final class ClusterLedger implements RoomKeeper {

    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    /** Nodes that hold something of a pod, bound or assumed, by pod uid. */
    private final Map<String, List<String>> placedAt = new ConcurrentHashMap<>();
    /** Pods that are not bound, by namespace and name. */
    private final Map<String, PodFacts> pending = new ConcurrentHashMap<>();

    private final OneOfEach<PodShape> shapes = new OneOfEach<>();
    private final AnswerBudget answers = AnswerBudget.ofHeap();

    private volatile UnaryOperator<PodFacts> marking = UnaryOperator.identity();
    private volatile BiConsumer<String, Optional<NodeView>> listener = (node, before) -> {};

    private final Object publishing = new Object();
    private volatile ClusterView view = ClusterView.empty();

    /** A node's ledger and its lock. */
    private static final class Slot {
        private volatile NodeLedger ledger = NodeLedger.EMPTY;
        /** Set under the lock when the slot has left the map: whoever waited for the lock looks for the new one. */
        private boolean removed;
    }

    /** The outcome of {@link #assume}. */
    public sealed interface Placement {}

    /** The pod counts on the node now. */
    public record Assumed(Assumption assumption) implements Placement {}

    /** Events of the feeds say that the pod is bound there already. */
    public record AlreadyBound() implements Placement {}

    /** The pod does not fit, or the node is unknown. */
    public record Refused(FitResult verdict) implements Placement {}

    /** What is known of a node's object. */
    public @Nullable NodeFacts facts(String node) {
        return ledger(node).facts();
    }

    /** What is known of a node's topology. */
    public NumaTopology topology(String node) {
        return Objects.requireNonNullElse(ledger(node).topology(), NumaTopology.NONE);
    }

    /** A node came or changed. */
    public void nodeSeen(NodeFacts facts) {
        change(facts.name(), ledger -> facts.equals(ledger.facts()) ? ledger : ledger.withFacts(facts));
    }

    /** A node is gone; pods that still claim to be on it are kept in case it returns. */
    public void nodeGone(String node) {
        change(node, ledger -> ledger.withFacts(null));
    }

    /** The NodeResourceTopology of a node came or changed; null when it is gone. */
    public void topologySeen(String node, @Nullable NumaTopology topology) {
        change(node, ledger -> Objects.equals(topology, ledger.topology()) ? ledger : ledger.withTopology(topology));
    }

    /** What a capability has read of another object of a node; null when the object is gone. */
    public <T> void objectSeen(String node, Class<T> type, @Nullable T value) {
        change(
                node,
                ledger -> Objects.equals(value, ledger.objects().find(type)) ? ledger : ledger.withObject(type, value));
    }

    /**
     * A node without some of its pods, for a trial; empty when it is not known.
     *
     * @param uid a pod whose own placement under way does not count either
     */
    public Optional<NodeView> without(String node, String uid, Set<String> uids) {
        return Optional.ofNullable(
                ledger(node).withoutAssumed(uid).without(uids).view());
    }

    /** Whether the pod waits for a node, as feed events show it. */
    public boolean isPending(PodFacts pod) {
        PodFacts known = pending.get(pod.key());
        return known != null && known.uid().equals(pod.uid());
    }

    /** Whether the pod is bound, or room of a node is kept for it. */
    public boolean isPlaced(String uid) {
        return placedAt.containsKey(uid);
    }

    /** A pod came or changed. */
    public void podSeen(PodFacts pod) {
        if (pod.holdsCapacity()) {
            String node = Objects.requireNonNull(pod.nodeName());
            pending.remove(pod.key());
            settle(pod.uid(), other -> !other.equals(node));
            // Those with CPUs of their own have shapes of their own.
            PodFacts one = pod.numa().holding().isEmpty() ? shared(pod) : pod;
            change(node, ledger -> ledger.withBound(one));
            remember(pod.uid(), node);
        } else if (pod.terminated()) {
            podGone(pod.uid(), pod.key());
        } else {
            pending.put(pod.key(), shared(pod));
        }
    }

    /** The pod as reservations see it now, with the shape that all equal pods have, by which answers are remembered. */
    public PodFacts shared(PodFacts pod) {
        PodFacts marked = marking.apply(pod);
        return marked.with(shapes.of(marked.shape()));
    }

    /** The pod as reservations see it now. */
    @SuppressWarnings("ReferenceEquality") // A pod that is marked already comes back as it is.
    public PodFacts marked(PodFacts pod) {
        PodFacts marked = marking.apply(pod);
        return marked == pod ? pod : marked.with(shapes.of(marked.shape()));
    }

    /** Has pods that wait marked before they are handed out. */
    public void markBy(UnaryOperator<PodFacts> marks) {
        marking = marks;
    }

    /** A pod, named by uid and by namespace and name, is gone or done: nothing of it counts any more. */
    public void podGone(String uid, String key) {
        pending.computeIfPresent(key, (same, known) -> known.uid().equals(uid) ? null : known);
        settle(uid, node -> true);
    }

    private void settle(String uid, Predicate<String> where) {
        for (String node : placedAt.getOrDefault(uid, List.of())) {
            if (where.test(node)) {
                change(node, ledger -> ledger.withoutPod(uid));
                forget(uid, node);
            }
        }
    }

    private void remember(String uid, String node) {
        placedAt.merge(
                uid,
                List.of(node),
                (known, added) -> known.contains(node)
                        ? known
                        : Stream.concat(known.stream(), added.stream()).toList());
    }

    private void forget(String uid, String node) {
        placedAt.computeIfPresent(uid, (key, nodes) -> {
            List<String> rest =
                    nodes.stream().filter(other -> !other.equals(node)).toList();
            return rest.isEmpty() ? null : rest;
        });
    }

    /** A pod that waits for a node, as feed events show it. */
    public Optional<PodFacts> pendingPod(String namespace, String name) {
        return Optional.ofNullable(pending.get(namespace + "/" + name)).map(this::marked);
    }

    /**
     * Enters a placement if the check passes on what the node holds at this moment. Entering the same pod again replaces its
     * placement on this node; the check does not see the replaced one.
     *
     * @param place gives the pod with what it gets on the node, which counts from now on
     */
    public Placement assume(PodFacts pod, String node, Instant checkAt, Function<NodeView, PlacedPod> place) {
        return enter(pod, node, checkAt, Hold.BINDING, place);
    }

    /** The same for a pod whose binding is not under way yet: the room is kept until the deadline at most. */
    @Override
    public Placement hold(PodFacts pod, String node, Instant deadline, Hold hold, Function<NodeView, PlacedPod> place) {
        return enter(pod, node, deadline, hold, place);
    }

    private Placement enter(
            PodFacts pod, String node, Instant checkAt, Hold hold, Function<NodeView, PlacedPod> place) {
        AtomicReference<Placement> outcome = new AtomicReference<>(new Refused(FitResult.unknownNode()));
        // Named before it counts: an event that settles the pod finds it.
        remember(pod.uid(), node);
        change(node, ledger -> {
            NodeLedger.Entry entry = ledger.enter(pod, node, place, checkAt, hold);
            outcome.set(entry.placement());
            return entry.after();
        });
        Placement placement = Objects.requireNonNull(outcome.get());
        if (placement instanceof Refused) {
            forgetUnlessHeld(pod.uid(), node);
        }
        return placement;
    }

    private void forgetUnlessHeld(String uid, String node) {
        NodeLedger ledger = ledger(node);
        if (!ledger.bound().containsKey(uid) && !ledger.assumed().containsKey(uid)) {
            forget(uid, node);
        }
    }

    /**
     * Keeps the room of a pod on a node that is about to have it, whatever is there now. It ends as any placement does: with the pod, with
     * its place elsewhere, or when nothing confirms it in time.
     */
    public void keep(PodFacts pod, String node, Instant until) {
        remember(pod.uid(), node);
        change(
                node,
                ledger -> ledger.bound().containsKey(pod.uid())
                        ? ledger
                        : ledger.withAssumed(new Assumption(pod, node, until)));
    }

    /** A node as it would be without some pods; empty when it is not known. */
    public Optional<NodeView> without(String node, Collection<String> uids) {
        return trial(node, uids, List.of());
    }

    /** A node as it would be without some pods and with others; empty when it is not known. */
    public Optional<NodeView> trial(String node, Collection<String> gone, Collection<PodFacts> placed) {
        NodeLedger then = ledger(node);
        for (String uid : gone) {
            then = then.withoutPod(uid);
        }
        for (PodFacts pod : placed) {
            then = then.withAssumed(new Assumption(pod, node, Instant.MAX));
        }
        return Optional.ofNullable(then.view());
    }

    /** The placement failed for certain, or turned out to be another pod's business. */
    public void release(Assumption assumption) {
        String uid = assumption.pod().uid();
        change(assumption.node(), ledger -> ledger.withoutAssumed(uid));
        forgetUnlessHeld(uid, assumption.node());
    }

    /** Gives up what an owner keeps for a pod; a binding that has taken its place stays. */
    public void release(String uid, Hold.Owner owner) {
        placedAt.getOrDefault(uid, List.of()).forEach(node -> release(uid, node, owner));
    }

    /** The same on one node, when the owner keeps room for the pod on another one as well. */
    public void release(String uid, String node, Hold.Owner owner) {
        change(node, ledger -> {
            Assumption known = ledger.assumed().get(uid);
            return known != null && known.hold().owner() == owner ? ledger.withoutAssumed(uid) : ledger;
        });
        forgetUnlessHeld(uid, node);
    }

    /** Whether room of the node is kept for the pod. */
    public boolean keeps(String uid, String node) {
        return ledger(node).assumed().containsKey(uid);
    }

    /** Looks again later; nothing happens when an event has settled the placement in between. */
    public void checkLater(Assumption assumption, Instant checkAt) {
        change(
                assumption.node(),
                ledger -> ledger.assumed().containsKey(assumption.pod().uid())
                        ? ledger.withAssumed(
                                new Assumption(assumption.pod(), assumption.node(), checkAt, assumption.hold()))
                        : ledger);
    }

    /** Placements that no event has settled until the given time. */
    public List<Assumption> overdue(Instant now) {
        List<Assumption> found = new ArrayList<>();
        for (Slot slot : slots.values()) {
            slot.ledger.assumed().values().stream()
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

    /** Has the listener called after each change of a node, with its name and what it was before. */
    public void onChange(BiConsumer<String, Optional<NodeView>> changed) {
        listener = changed;
    }

    /** How many answers about the nodes are remembered. */
    public AnswerBudget answerBudget() {
        return answers;
    }

    /** All nodes now; the same object as before when nothing changed. */
    @Override
    public ClusterView view() {
        return view;
    }

    /** A private copy of all nodes. */
    public LedgerTrial trial() {
        return new LedgerTrial(this);
    }

    /** All nodes as they are for one pod: what it holds by a placement under way does not stand in its own way. */
    public ClusterView viewFor(String uid) {
        ClusterView own = view;
        for (String node : placedAt.getOrDefault(uid, List.of())) {
            NodeLedger ledger = ledger(node);
            if (ledger.assumed().containsKey(uid) && own.node(node).isPresent()) {
                own = own.replaced(node, ledger.withoutAssumed(uid).view());
            }
        }
        return own;
    }

    /** The ledger of a node at this moment. */
    NodeLedger ledger(String node) {
        Slot slot = slots.get(node);
        return slot == null ? NodeLedger.EMPTY : slot.ledger;
    }

    private void change(String node, UnaryOperator<NodeLedger> step) {
        while (true) {
            Slot slot = slots.computeIfAbsent(node, name -> new Slot());
            synchronized (slot) {
                if (!slot.removed) {
                    change(node, slot, step);
                    return;
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // A step that changes nothing returns what it got.
    private void change(String node, Slot slot, UnaryOperator<NodeLedger> step) {
        NodeLedger before = slot.ledger;
        NodeLedger after = step.apply(before);
        if (after != before) {
            slot.ledger = after;
            publish(node, after.view(answers));
        }
        if (after.isEmpty()) {
            slot.removed = true;
            slots.remove(node);
        }
    }

    private void publish(String node, @Nullable NodeView now) {
        Optional<NodeView> before;
        synchronized (publishing) {
            before = view.node(node);
            view = view.with(node, now);
            answers.nodes(view.size());
        }
        listener.accept(node, before);
    }
}
