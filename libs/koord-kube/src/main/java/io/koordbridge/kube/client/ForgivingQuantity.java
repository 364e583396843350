package io.koordbridge.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;

/**
 * Takes any text for a quantity, so that one bad quantity does not make a whole list of objects undecodable; who asks for the
 * amount of such a quantity gets the IllegalArgumentException.
 */
final class ForgivingQuantity extends JsonDeserializer<Quantity> {

    /** Puts this in place of the model's own. */
    @JsonDeserialize(using = ForgivingQuantity.class)
    interface MixIn {}

    @Override
    public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode node = context.readTree(parser);
        if (node.isObject()) {
            return new Quantity(
                    node.path("amount").asText(""), node.path("format").asText(""));
        }
        String text = node.asText("");
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            return new Quantity(text, "");
        }
    }
}
