package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.protocol.PureCore;
import java.util.stream.IntStream;

/** Times at equal distances, in seconds. */
@PureCore
record Grid(long first, long step, int count) {

    /** From a time to another, which is one of them. */
    static Grid ending(long last, long span, long step) {
        long steps = span / step;
        return new Grid(last - steps * step, step, Math.toIntExact(steps + 1));
    }

    long at(int index) {
        return first + index * step;
    }

    long last() {
        return at(count - 1);
    }

    /** Which of them a time is; one before the first is negative. */
    long index(long second) {
        return Math.floorDiv(second - first, step);
    }

    long[] all() {
        return IntStream.range(0, count).mapToLong(this::at).toArray();
    }
}
