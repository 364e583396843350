package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * A threshold and what to come down to, both in percent.
 *
 * @param lower below the threshold
 */
@PureCore
record Thresholds(long threshold, long lower) {

    /** Distance of the two where the NodeSLO names no lower one. */
    private static final long BUFFER = 2;

    /**
     * Both as they must be.
     *
     * @param name of the threshold in the NodeSLO
     * @throws IllegalArgumentException naming field, value and allowed range
     */
    static Thresholds required(String name, @Nullable Long threshold, String lowerName, @Nullable Long lower) {
        long wanted = atLeastZero(name, threshold);
        if (lower == null || lower >= wanted) {
            throw refused(lowerName, lower, "below " + name + " " + wanted);
        }
        return new Thresholds(wanted, lower);
    }

    /** As {@link #required}, with a lower one two percent below where there is none. */
    static Thresholds withBuffer(String name, @Nullable Long threshold, String lowerName, @Nullable Long lower) {
        long wanted = atLeastZero(name, threshold);
        return required(name, wanted, lowerName, lower == null ? Long.valueOf(wanted - BUFFER) : lower);
    }

    /** The highest priority that may be evicted. */
    static int priority(String name, @Nullable Integer highest, int limit) {
        if (highest == null || highest > limit) {
            throw refused(name, highest, limit == Integer.MAX_VALUE ? "a priority" : "at most " + limit);
        }
        return highest;
    }

    private static long atLeastZero(String name, @Nullable Long value) {
        if (value == null || value < 0) {
            throw refused(name, value, "at least 0");
        }
        return value;
    }

    static IllegalArgumentException refused(String name, @Nullable Object value, String want) {
        return new IllegalArgumentException("resourceUsedThresholdWithBE." + name
                + (value == null ? " is missing" : " = " + value) + ": want " + want);
    }
}
