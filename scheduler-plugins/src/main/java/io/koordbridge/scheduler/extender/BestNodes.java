package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.NodeAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best of the nodes that a pod fits on. kube-scheduler scores what filter returns, so for a pod whose affinity and spreading do not
 * matter a hundred good nodes do as well as thousands, and cost less.
 */
@PureCore
final class BestNodes {

    private final List<String> names;
    private final NodeAnswer[] answers;

    /** None yet, with room for this many. */
    BestNodes(int most) {
        this.names = new ArrayList<>(most);
        this.answers = new NodeAnswer[most];
    }

    /** A node with its answer. */
    void add(String name, NodeAnswer answer) {
        answers[names.size()] = answer;
        names.add(name);
    }

    /** All nodes, in the order in which they came. */
    List<String> all() {
        return names;
    }

    /** The name of one of them, in the order in which they came. */
    String name(int place) {
        return names.get(place);
    }

    /** Their scores among each other, in the same order. */
    long[] scores() {
        long mostRelative = 0;
        for (int i = 0; i < names.size(); i++) {
            mostRelative = Math.max(mostRelative, answers[i].relative());
        }
        long[] scores = new long[names.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = answers[i].scoreAmong(mostRelative);
        }
        return scores;
    }

    /**
     * The nodes with the highest scores, at most as many as the limit.
     *
     * @param salt decides among nodes of the lowest score that still counts, so that pods of one kind do not all see the same ones
     */
    List<String> best(int limit, int salt) {
        if (names.size() <= limit) {
            return names;
        }
        long[] scores = scores();
        long[] sorted = scores.clone();
        Arrays.sort(sorted);
        long lowest = sorted[sorted.length - limit];
        List<String> best = new ArrayList<>(limit);
        List<String> even = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (scores[i] > lowest) {
                best.add(names.get(i));
            } else if (scores[i] == lowest) {
                even.add(names.get(i));
            }
        }
        int first = Math.floorMod(salt, even.size());
        for (int i = 0; best.size() < limit; i++) {
            best.add(even.get((first + i) % even.size()));
        }
        return best;
    }
}
