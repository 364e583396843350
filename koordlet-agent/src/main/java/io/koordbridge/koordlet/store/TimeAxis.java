package io.koordbridge.koordlet.store;

/**
 * When the ticks of the store were, for all series. A tick lasts about as long as the interval: what comes sooner than half an interval after it belongs
 * to it, so that every tick weighs the same in an average, however many readings came in between.
 */
final class TimeAxis {

    private static final int FIRST_LENGTH = 64;

    private final long longestTick;
    private final int capacity;
    private long[] ends;
    private long newest = -1;

    /** An axis without ticks. */
    TimeAxis(long intervalMillis, int capacity) {
        this.longestTick = intervalMillis + intervalMillis / 2;
        this.capacity = capacity;
        this.ends = new long[Math.min(FIRST_LENGTH, capacity)];
    }

    /** The number of the newest tick; -1 without one. */
    long newest() {
        return newest;
    }

    long oldest() {
        return Math.max(0, newest - ends.length + 1);
    }

    long end(long tick) {
        return ends[(int) (tick % ends.length)];
    }

    /** Where a tick began: the end of the one before, or its own end when that is not known. */
    long start(long tick) {
        return tick > oldest() ? end(tick - 1) : end(tick);
    }

    long bytes() {
        return (long) ends.length * Long.BYTES;
    }

    /** The tick of a time, which is the newest one or a new one; -1 for a time before the newest. */
    long tickAt(long millis) {
        if (newest >= 0 && millis <= end(newest)) {
            return millis == end(newest) ? newest : -1;
        }
        boolean extendsNewest = newest > oldest() && millis - end(newest - 1) <= longestTick;
        if (!extendsNewest) {
            newest++;
            grow();
        }
        ends[(int) (newest % ends.length)] = millis;
        return newest;
    }

    private void grow() {
        if (newest < ends.length || ends.length == capacity) {
            return;
        }
        long[] longer = new long[Math.min(capacity, 2 * ends.length)];
        for (long tick = newest - ends.length; tick < newest; tick++) {
            longer[(int) (tick % longer.length)] = end(tick);
        }
        ends = longer;
    }

    /** The first tick that did not end before a time; one after the newest when all did. */
    long firstNotBefore(long millis) {
        long low = oldest();
        long high = newest + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (end(middle) < millis) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
