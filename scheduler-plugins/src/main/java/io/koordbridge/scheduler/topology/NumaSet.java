package io.koordbridge.scheduler.topology;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A set of NUMA ids from 0 to 63.
 *
 * @param mask bit i stands for NUMA node i
 */
public record NumaSet(long mask) {

    /** The highest NUMA id that is counted. */
    public static final int HIGHEST = 63;

    /** Fewer NUMA nodes first, then the smaller mask. */
    public static final Comparator<NumaSet> NARROWER =
            Comparator.comparingInt(NumaSet::size).thenComparing(NumaSet::mask, Long::compareUnsigned);

    /** The set of these ids. */
    public static NumaSet of(Collection<Integer> ids) {
        long mask = 0;
        for (int id : ids) {
            mask |= 1L << id;
        }
        return new NumaSet(mask);
    }

    /** How many NUMA nodes it holds. */
    public int size() {
        return Long.bitCount(mask);
    }

    /** Whether it holds no NUMA node. */
    public boolean isEmpty() {
        return mask == 0;
    }

    /** Whether it holds the NUMA node. */
    public boolean contains(int id) {
        return (mask >>> id & 1) != 0;
    }

    /** What both hold. */
    public NumaSet and(NumaSet other) {
        return new NumaSet(mask & other.mask);
    }

    /** Whether both hold a NUMA node. */
    public boolean intersects(NumaSet other) {
        return (mask & other.mask) != 0;
    }

    /** The ids, ascending. */
    public List<Integer> ids() {
        return IntStream.rangeClosed(0, HIGHEST).filter(this::contains).boxed().toList();
    }

    /** All non-empty subsets, smaller ones first, then in the order of their ids. */
    public List<NumaSet> subsets() {
        int[] ids = ids().stream().mapToInt(Integer::intValue).toArray();
        return IntStream.range(1, 1 << ids.length)
                .mapToObj(choice -> of(IntStream.range(0, ids.length)
                        .filter(i -> (choice >> i & 1) != 0)
                        .mapToObj(i -> ids[i])
                        .toList()))
                .sorted(Comparator.comparingInt(NumaSet::size)
                        .thenComparing(
                                set -> set.ids().stream()
                                        .mapToInt(Integer::intValue)
                                        .toArray(),
                                Arrays::compare))
                .toList();
    }
}
