package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/**
 * The best of the nodes that a pod fits on. kube-scheduler scores what filter returns, so for a pod whose affinity and spreading do not
 * matter a hundred good nodes do as well as thousands, and cost less.
 */
@PureCore
final class BestNodes {

    private static final int HIGHEST_SCORE = 100;

    private final List<String> names = new ArrayList<>();
    private final List<Long> scores = new ArrayList<>();
    private final int[] countByScore = new int[HIGHEST_SCORE + 1];

    /** A node with a score from 0 to 100. */
    void add(String name, long score) {
        long counted = Math.max(0, Math.min(HIGHEST_SCORE, score));
        names.add(name);
        scores.add(counted);
        countByScore[(int) counted]++;
    }

    /** All nodes, in the order in which they came. */
    List<String> all() {
        return names;
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
        int lowest = HIGHEST_SCORE;
        int higher = 0;
        while (higher + countByScore[lowest] < limit) {
            higher += countByScore[lowest--];
        }
        List<String> best = new ArrayList<>(limit);
        List<String> even = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (scores.get(i) > lowest) {
                best.add(names.get(i));
            } else if (scores.get(i) == lowest) {
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
