package io.koordbridge.api.quantity;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Floating-point numbers that people write into labels, annotations and specs, in the forms that Go reads. */
@PureCore
public final class FloatParser {

    private static final Pattern NUMBER = Pattern.compile("[+-]?((\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?\\d+)?"
            + "|0[xX](\\p{XDigit}++\\.?+\\p{XDigit}*+|\\.\\p{XDigit}++)[pP][+-]?\\d+)");

    private FloatParser() {}

    /** The number of a text, empty when it is not a number or out of range. */
    public static OptionalDouble read(String text) {
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
