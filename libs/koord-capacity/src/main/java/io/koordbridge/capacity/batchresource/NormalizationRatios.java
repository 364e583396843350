package io.koordbridge.capacity.batchresource;

import io.koordbridge.api.quantity.FloatParser;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/** CPU normalization ratio as text. */
@PureCore
public final class NormalizationRatios {

    private NormalizationRatios() {}

    /** The ratio, 1 when the text is absent or not a number. */
    public static double parse(@Nullable String text) {
        return text == null ? 1 : FloatParser.read(text).orElse(1);
    }
}
