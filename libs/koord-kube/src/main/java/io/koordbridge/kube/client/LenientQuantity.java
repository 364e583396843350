package io.koordbridge.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import java.io.IOException;

/**
 * Takes any text for a quantity, so that one bad quantity does not make a whole list of objects undecodable; who asks for the
 * amount of such a quantity gets the IllegalArgumentException.
 */
final class LenientQuantity extends JsonDeserializer<Quantity> {

    /** Puts this in place of the model's own. */
    @JsonDeserialize(using = LenientQuantity.class)
    interface MixIn {}

    @Override
    public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
            return of(parser.getText());
        }
        JsonNode node = context.readTree(parser);
        return node.isObject()
                ? new Quantity(
                        node.path("amount").asText(""), node.path("format").asText(""))
                : of(node.asText(""));
    }

    private static Quantity of(String text) {
        if (text.length() > ExactQuantity.LONGEST) {
            return new Quantity(text.substring(0, ExactQuantity.LONGEST) + "…", "");
        }
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            return new Quantity(text, "");
        }
    }
}
