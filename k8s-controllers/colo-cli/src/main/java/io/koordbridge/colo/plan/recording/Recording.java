package io.koordbridge.colo.plan.recording;

import io.koordbridge.replay.NodeTrace;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Use of the nodes of a cluster over a time.
 *
 * @param source where it comes from, in words
 * @param nodes in the order of their names
 * @param notes for the reader of the plan: nodes that are left out, what is estimated
 */
public record Recording(String source, List<NodeTrace> nodes, List<String> notes) {

    public Recording {
        nodes = nodes.stream().sorted(Comparator.comparing(NodeTrace::node)).toList();
        notes = List.copyOf(notes);
    }

    /** Names for a note, at most five of them. */
    public static String some(List<String> names) {
        String shown = String.join(", ", names.stream().sorted().limit(5).toList());
        return names.size() <= 5 ? shown : shown + " and " + (names.size() - 5) + " more";
    }

    /** Whether something is known of at least one node over some time: two samples that are no gap. */
    public boolean covers() {
        return nodes.stream()
                .anyMatch(node -> IntStream.range(0, node.samples()).anyMatch(sample -> node.heldSeconds(sample) > 0));
    }

    /** In words, how much is known, and how much is needed for {@link #covers}. */
    public String extent() {
        int samples = nodes.stream().mapToInt(NodeTrace::samples).sum();
        return "%d %s of %d %s, and two of a node at most %d minutes apart are needed"
                .formatted(
                        samples,
                        samples == 1 ? "sample" : "samples",
                        nodes.size(),
                        nodes.size() == 1 ? "node" : "nodes",
                        NodeTrace.LONGEST_STEP_SECONDS / 60);
    }

    /** Names of all nodes. */
    public Stream<String> names() {
        return nodes.stream().map(NodeTrace::node);
    }
}
