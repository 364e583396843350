package io.koordbridge.api.annotation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import java.io.IOException;
import java.util.Optional;

/**
 * Takes a number or a text that is a quantity and nothing else, so that who asks for the amount later never fails; manager
 * specification section 5.1.
 */
final class StrictQuantity extends JsonDeserializer<Quantity> {

    /** Puts this in place of the model's own. */
    @JsonDeserialize(using = StrictQuantity.class)
    interface MixIn {}

    @Override
    public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        boolean plain = parser.currentToken() == JsonToken.VALUE_STRING
                || parser.currentToken().isNumeric();
        String text = plain ? parser.getText().trim() : "";
        Optional<ExactQuantity> amount = ExactQuantity.parse(text);
        if (amount.isEmpty()) {
            return (Quantity) context.handleWeirdStringValue(Quantity.class, text, "not a quantity");
        }
        return amount.get().amount().signum() == 0 ? new Quantity("0") : new Quantity(text);
    }
}
