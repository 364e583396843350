package io.koordbridge.api.document.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import java.util.Optional;

/** Quantities that people write into annotations and documents. */
public final class QuantityReader {

    private QuantityReader() {}

    /** The quantity of a text, empty when the text is not a quantity. */
    public static Optional<Quantity> parse(String text) {
        return ExactQuantity.isQuantity(text) ? Optional.of(new Quantity(text)) : Optional.empty();
    }

    /**
     * The quantity of a JSON value, empty when the value is not a quantity: numbers and texts, spaces around them do not count, and null
     * is zero.
     */
    public static Optional<Quantity> ofJson(JsonNode value) {
        if (value.isNull()) {
            return Optional.of(new Quantity("0"));
        }
        // A number is never written out: 1e999999999 would be a text of a gigabyte.
        return value.isNumber() || value.isTextual() ? parse(value.asText().strip()) : Optional.empty();
    }
}
