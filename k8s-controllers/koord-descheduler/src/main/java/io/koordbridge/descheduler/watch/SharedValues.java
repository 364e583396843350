package io.koordbridge.descheduler.watch;

import org.jspecify.annotations.Nullable;

/**
 * Lets equal values share one object. It remembers a bounded number of values, of which those that were asked for least lately give way:
 * a value that was forgotten is only shared from then on anew. Not thread-safe.
 */
final class SharedValues<T> {

    private static final int WAYS = 4;
    private static final int HALF = 16;

    private final @Nullable Object[] slots;

    /**
     * Nothing yet.
     *
     * @param bits two to their power is the number of values remembered
     */
    SharedValues(int bits) {
        slots = new @Nullable Object[1 << bits];
    }

    /** The value, or one that equals it and was seen before. */
    T share(T value) {
        T known = find(value);
        return known == null ? add(value) : known;
    }

    /** A value that equals this one and was seen before. */
    @SuppressWarnings("unchecked")
    @Nullable
    T find(T value) {
        int first = first(value);
        for (int at = first; at < first + WAYS; at++) {
            Object known = slots[at];
            if (value.equals(known)) {
                toFront(first, at, known);
                return (T) known;
            }
        }
        return null;
    }

    /** Takes a value up that equals none that is known. */
    T add(T value) {
        int first = first(value);
        toFront(first, first + WAYS - 1, value);
        return value;
    }

    private void toFront(int first, int last, Object value) {
        System.arraycopy(slots, first, slots, first + 1, last - first);
        slots[first] = value;
    }

    private int first(T value) {
        int hash = value.hashCode() * 0x9E3779B9;
        return (hash ^ (hash >>> HALF)) & (slots.length - WAYS);
    }
}
