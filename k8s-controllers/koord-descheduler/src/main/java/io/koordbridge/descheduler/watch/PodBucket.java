package io.koordbridge.descheduler.watch;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods that have something in common. A pod is put, replaced and taken out in constant time, by the place that it was given; the list of
 * all is handed out without a copy, and the first change after that copies the places. Not thread-safe; lists that were handed out are.
 */
final class PodBucket {

    private static final int FIRST = 4;

    private @Nullable Entry[] places = new @Nullable Entry[FIRST];
    private int size;
    private boolean handedOut;

    /** A pod and its places in the buckets that hold it. */
    static final class Entry {

        final PodFacts facts;
        int onNode = -1;
        int ofController = -1;
        /** The list in which it was last seen. */
        int list;

        Entry(PodFacts facts) {
            this.facts = facts;
        }
    }

    /** Puts a pod in; its place. */
    int add(Entry entry) {
        if (size == places.length) {
            places = Arrays.copyOf(places, size + size / 2 + 1);
            handedOut = false;
        }
        own();
        places[size] = entry;
        return size++;
    }

    /** Puts a pod in the place of another. */
    void set(int place, Entry entry) {
        own();
        places[place] = entry;
    }

    /** Takes a pod out; the pod that took its place, null when none did. */
    @Nullable
    Entry remove(int place) {
        own();
        size--;
        Entry last = places[size];
        places[size] = null;
        if (place == size) {
            return null;
        }
        places[place] = last;
        return last;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The pods as they are now, in no order that means anything. */
    List<PodFacts> pods() {
        handedOut = true;
        return new Pods(places, size);
    }

    private void own() {
        if (handedOut) {
            places = places.clone();
            handedOut = false;
        }
    }

    private static final class Pods extends AbstractList<PodFacts> {

        private final @Nullable Entry[] places;
        private final int size;

        private Pods(@Nullable Entry[] places, int size) {
            this.places = places;
            this.size = size;
        }

        @Override
        public PodFacts get(int index) {
            Entry entry = index < size ? places[index] : null;
            if (entry == null) {
                throw new IndexOutOfBoundsException(index);
            }
            return entry.facts;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
