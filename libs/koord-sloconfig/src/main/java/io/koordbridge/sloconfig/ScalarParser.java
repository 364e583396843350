package io.koordbridge.sloconfig;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.quantity.ExactQuantity;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one plain value at the parser; null when it is not of the wanted kind. */
final class ScalarParser {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ScalarParser() {}

    static @Nullable JsonNode whole(JsonParser parser, long lowest, long highest) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            return null;
        }
        BigInteger number = parser.getBigIntegerValue();
        boolean fits =
                number.compareTo(BigInteger.valueOf(lowest)) >= 0 && number.compareTo(BigInteger.valueOf(highest)) <= 0;
        if (!fits) {
            return null;
        }
        boolean small = highest <= Integer.MAX_VALUE;
        return small ? NODES.numberNode(number.intValueExact()) : NODES.numberNode(number.longValueExact());
    }

    static @Nullable JsonNode real(JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            return null;
        }
        double number = Double.parseDouble(parser.getText());
        return Double.isInfinite(number) ? null : NODES.numberNode(number);
    }

    static @Nullable JsonNode quantity(JsonParser parser) throws IOException {
        boolean plain = parser.currentToken().isNumeric() || parser.currentToken() == JsonToken.VALUE_STRING;
        String text = plain ? parser.getText().trim() : "";
        return ExactQuantity.isQuantity(text) ? NODES.textNode(text) : null;
    }

    static @Nullable JsonNode duration(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return null;
        }
        Optional<String> canonical = GoDurations.canonical(parser.getText());
        return canonical.<JsonNode>map(NODES::textNode).orElse(null);
    }
}
