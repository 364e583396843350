package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.protocol.PureCore;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A number of pods, or a part of a workload's pods.
 *
 * @param number null when it was written as a text
 * @param text as written, such as {@code 10%}; empty for a number
 */
@PureCore
public record IntOrPercent(@Nullable Integer number, String text) {

    /** Allowed for limits of workloads, as messages name it. */
    public static final String RANGE = "a whole number of 0 or more, or 0% to 100%";

    private static final int LONGEST = 12;
    private static final int ALL = 100;

    /** A number. */
    public static IntOrPercent of(int number) {
        return new IntOrPercent(number, "");
    }

    /** A text, also a malformed one. */
    public static IntOrPercent of(String text) {
        return new IntOrPercent(null, text);
    }

    /** As Kubernetes counts: the number, or the percentage of {@code total} rounded down; empty for a malformed text. */
    public OptionalLong scaledTo(long total) {
        if (number != null) {
            return OptionalLong.of(number);
        }
        OptionalLong percent = percent();
        return percent.isEmpty()
                ? percent
                : OptionalLong.of((long) Math.floor((double) percent.getAsLong() * total / ALL));
    }

    /** Whether it is within {@link #RANGE}. */
    public boolean isInRange() {
        OptionalLong value = number == null ? percent() : OptionalLong.of(number);
        return value.isPresent() && value.getAsLong() >= 0 && (number != null || value.getAsLong() <= ALL);
    }

    private OptionalLong percent() {
        int digits = text.length() - 1;
        if (!text.endsWith("%") || text.length() > LONGEST || !isWhole(text.substring(0, digits))) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(text.substring(0, digits)));
    }

    private static boolean isWhole(String digits) {
        int start = digits.startsWith("-") || digits.startsWith("+") ? 1 : 0;
        return digits.length() > start && digits.chars().skip(start).allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        return number == null ? text : Objects.toString(number);
    }
}
