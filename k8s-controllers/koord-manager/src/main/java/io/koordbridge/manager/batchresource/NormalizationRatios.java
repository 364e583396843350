package io.koordbridge.manager.batchresource;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** CPU normalization ratio as text. */
@PureCore
public final class NormalizationRatios {

    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?\\d+)?");

    private NormalizationRatios() {}

    /** The ratio, 1 when the text is absent or not a number. */
    public static double parse(@Nullable String text) {
        return text == null ? 1 : read(text).orElse(1);
    }

    /** The number of a text, empty when it is none or beyond all bounds. */
    public static OptionalDouble read(String text) {
        double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
