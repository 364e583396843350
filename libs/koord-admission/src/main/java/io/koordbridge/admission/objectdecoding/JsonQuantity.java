package io.koordbridge.admission.objectdecoding;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.text.QuantityReader;
import java.io.IOException;

/** Reads an amount that can be calculated with; the client's model takes any suffix. */
final class JsonQuantity extends StdDeserializer<Quantity> {

    private static final long serialVersionUID = 1L;

    JsonQuantity() {
        super(Quantity.class);
    }

    @Override
    public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode value = parser.readValueAsTree();
        return QuantityReader.ofJson(value)
                .orElseThrow(() -> context.weirdStringException(value.asText(), Quantity.class, "not a quantity"));
    }

    @Override
    public Quantity getEmptyValue(DeserializationContext context) {
        return new Quantity("0");
    }
}
