package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.facts.numa.NumaSet;
import org.jspecify.annotations.Nullable;

/**
 * NUMA nodes on which a resource can be had.
 *
 * @param nodes null for no preference
 * @param preferred whether no smaller set would do
 * @param unsatisfied whether nothing can be had at all
 * @param score the higher, the better
 */
public record NumaHint(@Nullable NumaSet nodes, boolean preferred, boolean unsatisfied, long score) {

    static final NumaHint NO_PREFERENCE = new NumaHint(null, true, false, 0);
    static final NumaHint IMPOSSIBLE = new NumaHint(null, false, true, 0);
}
