package io.koordbridge.colo.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.io.Serial;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Times as the API writes them. */
final class Rfc3339 extends StdDeserializer<Instant> {
    @Serial
    private static final long serialVersionUID = 1L;

    Rfc3339() {
        super(Instant.class);
    }

    @Override
    public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        String text = parser.getValueAsString("");
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return (Instant) context.handleWeirdStringValue(Instant.class, text, "not a time of RFC 3339");
        }
    }
}
