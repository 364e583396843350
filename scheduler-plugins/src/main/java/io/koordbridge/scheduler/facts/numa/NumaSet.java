package io.koordbridge.scheduler.facts.numa;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
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

    /** Whether it holds all that the other holds. */
    public boolean containsAll(NumaSet other) {
        return (other.mask & ~mask) == 0;
    }

    /** What only this one holds. */
    public NumaSet minus(NumaSet other) {
        return new NumaSet(mask & ~other.mask);
    }

    /** The subsets of a size in the order of their ids, made one by one: of 64 NUMA nodes there are more than anybody can keep. */
    public Iterable<NumaSet> subsets(int size) {
        int[] ids = ids().stream().mapToInt(Integer::intValue).toArray();
        return () -> new Subsets(ids, size);
    }

    private static final class Subsets implements Iterator<NumaSet> {
        private final int[] ids;
        /** Places of the next subset in the ids, ascending. */
        private final int[] places;

        private boolean more;

        Subsets(int[] ids, int size) {
            this.ids = ids;
            this.places = IntStream.range(0, size).toArray();
            this.more = size > 0 && size <= ids.length;
        }

        @Override
        public boolean hasNext() {
            return more;
        }

        @Override
        public NumaSet next() {
            if (!more) {
                throw new NoSuchElementException("there are no further subsets");
            }
            long mask = 0;
            for (int place : places) {
                mask |= 1L << ids[place];
            }
            advance();
            return new NumaSet(mask);
        }

        private void advance() {
            int at = places.length - 1;
            while (at >= 0 && places[at] == ids.length - places.length + at) {
                at--;
            }
            more = at >= 0;
            if (more) {
                places[at]++;
                for (int next = at + 1; next < places.length; next++) {
                    places[next] = places[next - 1] + 1;
                }
            }
        }
    }
}
