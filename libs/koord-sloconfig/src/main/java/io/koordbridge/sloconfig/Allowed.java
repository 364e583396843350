package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Range of a value.
 *
 * @param texts the only values where there are any
 * @param words for people
 */
public record Allowed(
        double lowest, boolean lowestIncluded, double highest, boolean textRequired, List<String> texts, String words) {

    /** Above zero. */
    public static final Allowed POSITIVE = above(0);
    /** Zero or more. */
    public static final Allowed NOT_NEGATIVE = atLeast(0);
    /** A percentage. */
    public static final Allowed PERCENT = between(0, 100);
    /** Off or on, as a number. */
    public static final Allowed SWITCH = between(0, 1);
    /** A text with at least one character. */
    public static final Allowed NOT_EMPTY = new Allowed(0, true, 0, true, "a non-empty text");

    public Allowed {
        texts = List.copyOf(texts);
    }

    /** Numbers, or any text. */
    public Allowed(double lowest, boolean lowestIncluded, double highest, boolean textRequired, String words) {
        this(lowest, lowestIncluded, highest, textRequired, List.of(), words);
    }

    /** One of these texts, written as they are. */
    public static Allowed oneOf(List<String> texts) {
        return new Allowed(0, true, 0, true, texts, "one of " + String.join(", ", texts));
    }

    /** Whole numbers from a lowest to a highest, both included. */
    public static Allowed between(long lowest, long highest) {
        return new Allowed(lowest, true, highest, false, lowest + ".." + highest);
    }

    /** A lowest or more. */
    public static Allowed atLeast(long lowest) {
        return new Allowed(lowest, true, Double.POSITIVE_INFINITY, false, ">= " + lowest);
    }

    /** More than a number. */
    public static Allowed above(long bound) {
        return new Allowed(bound, false, Double.POSITIVE_INFINITY, false, "> " + bound);
    }

    /** Whether the value is inside. */
    public boolean accepts(JsonNode value) {
        if (textRequired) {
            return value.isTextual()
                    && (texts.isEmpty() ? !value.textValue().isEmpty() : texts.contains(value.textValue()));
        }
        double number = value.doubleValue();
        boolean lowEnough = number <= highest;
        return value.isNumber() && lowEnough && (lowestIncluded ? number >= lowest : number > lowest);
    }
}
