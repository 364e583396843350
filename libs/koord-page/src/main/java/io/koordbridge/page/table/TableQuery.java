package io.koordbridge.page.table;

import io.koordbridge.protocol.PureCore;
import java.util.Locale;
import java.util.Map;

/**
 * Which rows of a table a reader wants.
 *
 * @param find what a row has to contain, in lower case; empty for all
 * @param state the state that a row has to have; empty for all
 * @param sort field to sort by; empty for the order of names
 * @param offset rows before the first one
 * @param limit rows at most, 1 to {@link #MOST_ROWS}
 */
@PureCore
public record TableQuery(String find, String state, String sort, boolean descending, int offset, int limit) {

    public static final int MOST_ROWS = 500;
    private static final int MOST_OFFSET = 1_000_000;
    private static final int USUAL_ROWS = 100;
    private static final int LONGEST_TEXT = 200;

    /** Parameters that {@link #of} reads. */
    public enum Parameter {
        FIND,
        STATE,
        SORT,
        ORDER,
        OFFSET,
        LIMIT;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether a query has a parameter of a table. */
    public static boolean isIn(Map<String, String> parameters) {
        return java.util.Arrays.stream(Parameter.values()).anyMatch(one -> parameters.containsKey(one.key()));
    }

    /**
     * The query of a request.
     *
     * @throws IllegalArgumentException naming the parameter, its value and what is allowed
     */
    public static TableQuery of(Map<String, String> parameters) {
        String order = text(parameters, Parameter.ORDER);
        if (!order.isEmpty() && !order.equals("asc") && !order.equals("desc")) {
            throw new IllegalArgumentException("order = '" + order + "': want asc or desc");
        }
        return new TableQuery(
                text(parameters, Parameter.FIND).strip().toLowerCase(Locale.ROOT),
                text(parameters, Parameter.STATE),
                text(parameters, Parameter.SORT),
                order.equals("desc"),
                number(parameters, Parameter.OFFSET, 0, 0, MOST_OFFSET),
                number(parameters, Parameter.LIMIT, USUAL_ROWS, 1, MOST_ROWS));
    }

    private static String text(Map<String, String> parameters, Parameter parameter) {
        String value = parameters.getOrDefault(parameter.key(), "");
        if (value.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    parameter.key() + ": want at most " + LONGEST_TEXT + " characters, not " + value.length());
        }
        return value;
    }

    private static int number(Map<String, String> parameters, Parameter parameter, int usual, int least, int most) {
        String value = parameters.getOrDefault(parameter.key(), "");
        try {
            int number = value.isEmpty() ? usual : Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException ignored) {
            // As bad as a number out of range.
        }
        throw new IllegalArgumentException(
                parameter.key() + " = '" + value + "': want a whole number from " + least + " to " + most);
    }
}
