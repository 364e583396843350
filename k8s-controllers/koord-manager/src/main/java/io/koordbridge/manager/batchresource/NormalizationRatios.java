package io.koordbridge.manager.batchresource;

import io.koordbridge.protocol.PureCore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** CPU normalization ratio as text. */
@PureCore
public final class NormalizationRatios {

    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");

    private NormalizationRatios() {}

    /** The ratio, 1 when the text is absent or not a number. */
    public static double parse(@Nullable String text) {
        return text != null && DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : 1;
    }
}
