package io.koordbridge.sloconfig.validation;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.NodeEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which entries of one key select a node, asked for many nodes. */
@PureCore
final class Selection {

    private static final int MOST_EXAMPLES = 10;

    private final String key;
    private final List<NodeEntry> entries;
    private final List<CompiledSelector> selectors;

    Selection(String key, List<NodeEntry> entries) {
        this.key = key;
        this.entries = List.copyOf(entries);
        this.selectors = entries.stream()
                .map(entry -> CompiledSelector.of(entry.selector()))
                .toList();
    }

    /** Whether a node can be selected twice at all. */
    boolean canConflict() {
        return entries.size() > 1;
    }

    /** Entries that select the node, when they are several. */
    private List<NodeEntry> colliding(Map<String, String> labels) {
        List<NodeEntry> selected = new ArrayList<>();
        for (int i = 0; i < selectors.size(); i++) {
            if (selectors.get(i).matches(labels)) {
                selected.add(entries.get(i));
            }
        }
        return selected.size() > 1 ? selected : List.of();
    }

    /** Entries that a node with these labels is selected by, when they are several. */
    Optional<Conflict> conflict(Map<String, String> labels) {
        List<NodeEntry> colliding = colliding(labels);
        return colliding.isEmpty() ? Optional.empty() : Optional.of(new Conflict(key, names(colliding), List.of()));
    }

    /** Entries that some node may be selected by. */
    Optional<Conflict> overlap() {
        if (!canConflict()) {
            return Optional.empty();
        }
        return entries.stream()
                .flatMap(VirtualNodes::of)
                .map(this::conflict)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Entries that select nodes which exist. */
    Optional<Conflict> conflict(Iterable<LabelledNode> nodes) {
        List<NodeEntry> first = List.of();
        List<String> examples = new ArrayList<>();
        for (LabelledNode node : nodes) {
            List<NodeEntry> colliding = colliding(node.labels());
            if (!colliding.isEmpty() && (first.isEmpty() || first.equals(colliding))) {
                first = colliding;
                examples.add(node.name());
            }
            if (examples.size() == MOST_EXAMPLES) {
                break;
            }
        }
        return first.isEmpty() ? Optional.empty() : Optional.of(new Conflict(key, names(first), examples));
    }

    private static List<String> names(List<NodeEntry> entries) {
        return entries.stream().map(NodeEntry::name).toList();
    }
}
