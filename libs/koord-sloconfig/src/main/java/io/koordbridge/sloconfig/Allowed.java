package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Range of a value, checked after merging.
 *
 * @param words for people
 */
public record Allowed(double lowest, boolean lowestIncluded, double highest, boolean textRequired, String words) {

    /** Above zero. */
    public static final Allowed POSITIVE = new Allowed(0, false, Double.POSITIVE_INFINITY, false, "> 0");
    /** Zero or more. */
    public static final Allowed NOT_NEGATIVE = new Allowed(0, true, Double.POSITIVE_INFINITY, false, ">= 0");
    /** A percentage. */
    public static final Allowed PERCENT = new Allowed(0, true, 100, false, "0..100");
    /** A text with at least one character. */
    public static final Allowed NOT_EMPTY = new Allowed(0, true, 0, true, "a non-empty text");

    /** Whether the value is inside. */
    public boolean accepts(JsonNode value) {
        if (textRequired) {
            return value.isTextual() && !value.textValue().isEmpty();
        }
        double number = value.doubleValue();
        boolean lowEnough = number <= highest;
        return value.isNumber() && lowEnough && (lowestIncluded ? number >= lowest : number > lowest);
    }
}
