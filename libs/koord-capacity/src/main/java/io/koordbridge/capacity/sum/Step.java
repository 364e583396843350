package io.koordbridge.capacity.sum;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a sum.
 *
 * @param source object and field, or rule, that the value comes from; empty for results
 * @param measuredAt when it was measured, null when it is not a measurement
 * @param parts what the value is made of, for reading; they do not enter the sum
 */
public record Step(
        Sign sign,
        String name,
        BigDecimal value,
        String source,
        @Nullable Instant measuredAt,
        List<Step> parts) {

    public Step {
        parts = List.copyOf(parts);
    }

    /** How a line goes into the sum. */
    public enum Sign {
        START(""),
        PLUS("+"),
        MINUS("-"),
        TIMES("x"),
        /** The sum is limited to the value. */
        AT_MOST("<="),
        /** The value is what the lines above come to. */
        EQUALS("=");

        private final String text;

        Sign(String text) {
            this.text = text;
        }

        /** The sign as it is printed. */
        public String text() {
            return text;
        }

        /** What the lines down to this one come to. */
        public BigDecimal apply(BigDecimal sum, BigDecimal value) {
            return switch (this) {
                case START, EQUALS -> value;
                case PLUS -> sum.add(value);
                case MINUS -> sum.subtract(value);
                case TIMES -> sum.multiply(value);
                case AT_MOST -> sum.min(value);
            };
        }
    }

    public static Step part(String name, BigDecimal value, String source, @Nullable Instant measuredAt) {
        return new Step(Sign.PLUS, name, value, source, measuredAt, List.of());
    }
}
