package io.koordbridge.sloconfig;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import java.util.Optional;

/** Quantities that people write into annotations. */
public final class QuantityTexts {

    private QuantityTexts() {}

    /** The quantity of a text, empty when the text is none. */
    public static Optional<Quantity> parse(String text) {
        return ExactQuantity.isQuantity(text) ? Optional.of(new Quantity(text)) : Optional.empty();
    }
}
