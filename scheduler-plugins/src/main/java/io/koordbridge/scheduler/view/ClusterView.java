package io.koordbridge.scheduler.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All nodes at one moment; immutable. Changing one node copies an array of references and nothing else: the places of names only
 * ever increase, so views share them, and a view ignores places beyond its own end.
 */
public final class ClusterView {

    /** As many places of nodes that are gone are kept before all places are given anew. */
    private static final int SPARE_PLACES = 1_000;

    private final Map<String, Integer> places;
    private final @Nullable NodeView[] nodes;
    private final int size;

    private ClusterView(Map<String, Integer> places, @Nullable NodeView[] nodes, int size) {
        this.places = places;
        this.nodes = nodes;
        this.size = size;
    }

    /** A view without nodes. */
    static ClusterView empty() {
        return new ClusterView(new ConcurrentHashMap<>(), new NodeView[0], 0);
    }

    /** A view of these nodes. */
    public static ClusterView of(NodeView... nodes) {
        ClusterView view = empty();
        for (NodeView node : nodes) {
            view = view.with(node.name(), node);
        }
        return view;
    }

    /**
     * The view that follows this one. Only the newest view may be asked, by one thread at a time: a new name takes the place
     * behind the last one.
     *
     * @param node null when the node is unknown
     */
    ClusterView with(String name, @Nullable NodeView node) {
        NodeView before = find(name);
        if (before == null && node == null) {
            return this;
        }
        int newSize = size + (before == null ? 1 : 0) - (node == null ? 1 : 0);
        // Interned as the names of requests are, so that they are found without being compared.
        int place = places.computeIfAbsent(name.intern(), unknown -> nodes.length);
        @Nullable NodeView[] changed = Arrays.copyOf(nodes, Math.max(nodes.length, place + 1));
        changed[place] = node;
        ClusterView view = new ClusterView(places, changed, newSize);
        return changed.length > 2 * newSize + SPARE_PLACES ? of(view.nodes().toArray(NodeView[]::new)) : view;
    }

    /** This view with a node that it has replaced, for one reader: no other view is touched. */
    ClusterView replaced(String name, @Nullable NodeView node) {
        @Nullable NodeView[] changed = nodes.clone();
        Integer place = places.get(name);
        if (place == null || place >= changed.length) {
            return this;
        }
        changed[place] = node;
        return new ClusterView(places, changed, size);
    }

    private @Nullable NodeView find(String name) {
        int place = place(name);
        return place < 0 ? null : nodes[place];
    }

    /** Where a node stands in this view, -1 when it has no place. */
    int place(String name) {
        Integer place = places.get(name);
        return place == null || place >= nodes.length ? -1 : place;
    }

    /** The node at a place below {@link #places()} or that of another view, null when absent. */
    @Nullable
    NodeView at(int place) {
        return place < nodes.length ? nodes[place] : null;
    }

    /** How many places there are. */
    int places() {
        return nodes.length;
    }

    /** Whether nodes have the same places as in another view. */
    @SuppressWarnings("ReferenceEquality") // Views of one line share it.
    boolean follows(ClusterView other) {
        return places == other.places;
    }

    /** A node that is known. */
    public Optional<NodeView> node(String name) {
        return Optional.ofNullable(find(name));
    }

    /** Nodes that are others than in a view before this one, in no order. */
    @SuppressWarnings("ReferenceEquality") // Views share the nodes that did not change.
    public List<NodeView> changedSince(ClusterView before) {
        List<NodeView> changed = new ArrayList<>();
        for (int place = 0; place < nodes.length; place++) {
            NodeView now = nodes[place];
            if (now != null && now != (follows(before) ? before.at(place) : before.find(now.name()))) {
                changed.add(now);
            }
        }
        return changed;
    }

    /** How many nodes are known. */
    public int size() {
        return size;
    }

    /** All nodes, sorted by name. */
    public List<NodeView> nodes() {
        return Arrays.stream(nodes)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(NodeView::name))
                .toList();
    }
}
