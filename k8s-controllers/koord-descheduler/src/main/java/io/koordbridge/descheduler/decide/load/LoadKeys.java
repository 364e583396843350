package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * Resources that a pool compares, each at its place in the arrays of {@link NodeLoad}.
 *
 * @param names sorted
 * @param weights in scores, 0 for a resource without weight
 */
@PureCore
record LoadKeys(List<String> names, List<Long> weights) {

    /** The number of pods, where it has a threshold. */
    static final String PODS = "pods";

    private static final long MOST_SCORE = 1000;

    LoadKeys {
        names = List.copyOf(names);
        weights = List.copyOf(weights);
    }

    static LoadKeys of(LoadPool pool) {
        List<String> names = pool.thresholds().keys();
        Map<String, Long> weights = pool.weights();
        return new LoadKeys(
                names,
                names.stream().map(name -> weights.getOrDefault(name, 0L)).toList());
    }

    int size() {
        return names.size();
    }

    String name(int key) {
        return names.get(key);
    }

    long weight(int key) {
        return weights.get(key);
    }

    /** Weighted share of the capacity in thousandths, by whole numbers. */
    long score(long[] usage, long[] capacity) {
        long sum = 0;
        long total = 0;
        for (int key = 0; key < names.size(); key++) {
            long share = capacity[key] <= 0 ? 0 : Math.min(usage[key], capacity[key]) * MOST_SCORE / capacity[key];
            sum += weight(key) * share;
            total += weight(key);
        }
        return total == 0 ? 0 : sum / total;
    }
}
