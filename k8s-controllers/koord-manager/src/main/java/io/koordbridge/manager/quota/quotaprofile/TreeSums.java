package io.koordbridge.manager.quota.quotaprofile;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.quantity.ResourceAmounts;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of each tree offer, kept up to date by the nodes that changed: a look at a large cluster in which nothing changed
 * adds nothing up. Thread-safe.
 */
public final class TreeSums {

    private final Map<String, Seen> nodes = new HashMap<>();
    private final Map<String, Tree> trees = new HashMap<>();

    /** A node as it was when it was looked at. */
    private record Seen(Node node, Offer offer) {}

    /** What counts of a node. */
    private record Offer(@Nullable Map<String, String> labels, ResourceAmounts allocatable, boolean takesPods) {

        private static Offer of(Node node) {
            return new Offer(
                    node.getMetadata().getLabels(),
                    ResourceAmounts.of(
                            node.getStatus() == null ? null : node.getStatus().getAllocatable()),
                    takesPods(node));
        }

        private static boolean takesPods(Node node) {
            boolean cordoned =
                    node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
            boolean ready = node.getStatus() != null
                    && node.getStatus().getConditions() != null
                    && node.getStatus().getConditions().stream()
                            .anyMatch(condition ->
                                    "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
            return ready && !cordoned;
        }
    }

    /** Amounts, and how many nodes have each: a resource that no node has any more is not zero but absent. */
    private static final class Sum {

        private final Map<String, Part> parts = new TreeMap<>();

        private record Part(BigDecimal amount, int nodes) {

            private Part plus(Part other) {
                return new Part(amount.add(other.amount), nodes + other.nodes);
            }
        }

        private void add(ResourceAmounts amounts, int sign) {
            amounts.byName().forEach((name, amount) -> {
                Part part = new Part(sign > 0 ? amount : amount.negate(), sign);
                parts.merge(name, part, (known, more) -> known.nodes + more.nodes == 0 ? null : known.plus(more));
            });
        }

        private ResourceAmounts amounts() {
            Map<String, BigDecimal> amounts = new TreeMap<>();
            parts.forEach((name, part) -> amounts.put(name, part.amount));
            return new ResourceAmounts(amounts);
        }
    }

    /** The nodes that one profile selects; no selector selects none. */
    private static final class Tree {

        private final CompiledSelector selector;
        private final Sum total = new Sum();
        private final Sum unschedulable = new Sum();

        private Tree(@Nullable LabelSelector source) {
            this.selector = CompiledSelector.of(source);
        }

        private void add(Offer offer, int sign) {
            if (selector.matches(offer.labels())) {
                total.add(offer.allocatable(), sign);
                if (!offer.takesPods()) {
                    unschedulable.add(offer.allocatable(), sign);
                }
            }
        }
    }

    /** Looks at all nodes; those that are the same objects as before cost nothing. */
    @SuppressWarnings("ReferenceEquality") // the point: a node is compared by value only when it is another object
    public synchronized void look(Stream<Node> all) {
        Set<String> present = new HashSet<>(nodes.size() * 2);
        all.forEach(node -> {
            String name = node.getMetadata().getName();
            present.add(name);
            Seen before = nodes.get(name);
            if (before == null || before.node() != node) {
                look(name, node, before);
            }
        });
        if (present.size() < nodes.size()) {
            nodes.entrySet().removeIf(entry -> {
                boolean gone = !present.contains(entry.getKey());
                if (gone) {
                    addToTrees(entry.getValue().offer(), -1);
                }
                return gone;
            });
        }
    }

    private void look(String name, Node node, @Nullable Seen before) {
        Offer offer = Offer.of(node);
        if (before != null && before.offer().equals(offer)) {
            nodes.put(name, new Seen(node, before.offer()));
            return;
        }
        if (before != null) {
            addToTrees(before.offer(), -1);
        }
        addToTrees(offer, 1);
        nodes.put(name, new Seen(node, offer));
    }

    private void addToTrees(Offer offer, int sign) {
        trees.values().forEach(tree -> tree.add(offer, sign));
    }

    /**
     * What the nodes of a tree offer, as of the last look.
     *
     * @param profile name of the tree's profile with its namespace
     */
    public synchronized TreeResources of(String profile, @Nullable LabelSelector selector) {
        Tree tree = trees.get(profile);
        if (tree == null || !Objects.equals(tree.selector.source(), selector)) {
            Tree fresh = new Tree(selector);
            nodes.values().forEach(node -> fresh.add(node.offer(), 1));
            trees.put(profile, fresh);
            tree = fresh;
        }
        return new TreeResources(tree.total.amounts(), tree.unschedulable.amounts());
    }

    /** A profile is gone. */
    public synchronized void forget(String profile) {
        trees.remove(profile);
    }
}
