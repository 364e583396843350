package io.koordbridge.colo.plan.outcome;

import java.util.List;
import java.util.stream.Stream;

/**
 * The answer.
 *
 * @param source of the use, in words
 * @param variants settings that are compared
 * @param chosen which of them the values to set are for
 * @param pools in the order of their names
 * @param total all pools together
 * @param pictures worst, median and best node under the chosen setting
 * @param notes for the reader
 */
public record Plan(
        String source,
        List<Variant> variants,
        int chosen,
        List<PoolPlan> pools,
        PoolPlan total,
        List<Picture> pictures,
        List<String> notes) {

    public Plan {
        variants = List.copyOf(variants);
        pools = List.copyOf(pools);
        pictures = List.copyOf(pictures);
        notes = List.copyOf(notes);
    }

    /** The setting that the values to set are for. */
    public Variant choice() {
        return variants.get(chosen);
    }

    /** Pools, and their sum when there are several. */
    public List<PoolPlan> rows() {
        return pools.size() == 1
                ? pools
                : Stream.concat(pools.stream(), Stream.of(total)).toList();
    }
}
