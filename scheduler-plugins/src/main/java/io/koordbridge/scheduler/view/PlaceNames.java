package io.koordbridge.scheduler.view;

import java.util.Arrays;

/** Names of nodes by place, and the places in the order of their names; immutable. */
final class PlaceNames {

    static final PlaceNames NONE = new PlaceNames(new String[0], new int[0]);

    private final String[] byPlace;
    private final int[] sorted;

    private PlaceNames(String[] byPlace, int[] sorted) {
        this.byPlace = byPlace;
        this.sorted = sorted;
    }

    /** With one more name, whose place is behind all others. */
    PlaceNames with(String name) {
        int place = byPlace.length;
        String[] names = Arrays.copyOf(byPlace, place + 1);
        names[place] = name;
        int at = firstAfter(name);
        int[] order = new int[place + 1];
        System.arraycopy(sorted, 0, order, 0, at);
        order[at] = place;
        System.arraycopy(sorted, at, order, at + 1, place - at);
        return new PlaceNames(names, order);
    }

    private int firstAfter(String name) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byPlace[sorted[middle]].compareTo(name) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The places in the order of their names; never changed. */
    int[] sorted() {
        return sorted;
    }
}
