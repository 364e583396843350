package io.koordbridge.scheduler.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All nodes at one moment; immutable. Changing one node copies the piece of the arrays in which it is, and nothing else: the places of
 * names only ever increase, so views share them and their order, and a view ignores places beyond its own end.
 */
public final class ClusterView {

    /** As many places of nodes that are gone are kept before all places are given anew. */
    private static final int SPARE_PLACES = 1_000;

    private static final int PIECE_BITS = 6;
    /** As many nodes are copied when one of them changes. */
    static final int PIECE = 1 << PIECE_BITS;

    private final Line line;
    private final PlaceNames names;
    private final int places;
    /** In pieces, by place. */
    private final @Nullable NodeView[][] nodes;
    /** In pieces, by place the number of the change that gave the node: equal numbers in one line are the same snapshot. */
    private final long[][] versions;

    private final int size;

    /** What all views share that follow one another. */
    private record Line(Map<String, Integer> places, AtomicLong changes) {}

    private ClusterView(
            Line line, PlaceNames names, int places, @Nullable NodeView[][] nodes, long[][] versions, int size) {
        this.line = line;
        this.names = names;
        this.places = places;
        this.nodes = nodes;
        this.versions = versions;
        this.size = size;
    }

    /** A view without nodes. */
    static ClusterView empty() {
        return new ClusterView(
                new Line(new ConcurrentHashMap<>(), new AtomicLong()),
                PlaceNames.NONE,
                0,
                new NodeView[0][],
                new long[0][],
                0);
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
        int place = place(name);
        PlaceNames known = names;
        if (place < 0) {
            place = places;
            // Interned as the names of requests are, so that they are found without being compared.
            String one = name.intern();
            known = names.with(one);
            line.places().put(one, place);
        }
        ClusterView view = at(place, node, known, newSize);
        return view.places > 2 * newSize + SPARE_PLACES ? of(view.nodes().toArray(NodeView[]::new)) : view;
    }

    /** This view with a node that it has replaced, for one reader: no other view is touched. */
    ClusterView replaced(String name, @Nullable NodeView node) {
        int place = place(name);
        return place < 0 ? this : at(place, node, names, size);
    }

    private ClusterView at(int place, @Nullable NodeView node, PlaceNames known, int newSize) {
        int piece = place >> PIECE_BITS;
        int within = place & (PIECE - 1);
        boolean further = piece >= nodes.length;
        @Nullable NodeView[][] changed = Arrays.copyOf(nodes, Math.max(nodes.length, piece + 1));
        changed[piece] = further ? new NodeView[PIECE] : changed[piece].clone();
        changed[piece][within] = node;
        long[][] numbers = Arrays.copyOf(versions, changed.length);
        numbers[piece] = further ? new long[PIECE] : numbers[piece].clone();
        numbers[piece][within] = line.changes().incrementAndGet();
        return new ClusterView(line, known, Math.max(places, place + 1), changed, numbers, newSize);
    }

    private @Nullable NodeView find(String name) {
        int place = place(name);
        return place < 0 ? null : at(place);
    }

    /** Where a node stands in this view, -1 when it has no place. */
    int place(String name) {
        Integer place = line.places().get(name);
        return place == null || place >= places ? -1 : place;
    }

    /** The node at a place below {@link #places()} or that of another view, null when absent. */
    @Nullable
    NodeView at(int place) {
        return place < places ? nodes[place >> PIECE_BITS][place & (PIECE - 1)] : null;
    }

    /** How many places there are. */
    int places() {
        return places;
    }

    /**
     * In pieces of {@link #PIECE}, by place which snapshot is there; never changed. Views of one line with equal numbers have the same
     * snapshot.
     */
    long[][] versions() {
        return versions;
    }

    /** The same object for all views whose nodes have the same places. */
    Object line() {
        return line;
    }

    /** A node that is known. */
    public Optional<NodeView> node(String name) {
        return Optional.ofNullable(find(name));
    }

    /** Nodes that are others than in a view before this one, in no order. */
    @SuppressWarnings("ReferenceEquality") // Views share the nodes that did not change.
    public List<NodeView> changedSince(ClusterView before) {
        boolean follows = line == before.line;
        List<NodeView> changed = new ArrayList<>();
        for (int place = 0; place < places; place++) {
            NodeView now = at(place);
            if (now != null && now != (follows ? before.at(place) : before.find(now.name()))) {
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
        List<NodeView> all = new ArrayList<>(size);
        for (int place : names.sorted()) {
            NodeView node = at(place);
            if (node != null) {
                all.add(node);
            }
        }
        return Collections.unmodifiableList(all);
    }
}
