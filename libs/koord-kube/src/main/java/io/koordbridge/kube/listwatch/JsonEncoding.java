package io.koordbridge.kube.listwatch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.koordbridge.api.binding.BindingProblems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * JSON, the encoding of custom kinds. Each object is decoded once and straight into its kind; one that cannot be decoded does not
 * keep the others from being read.
 */
final class JsonEncoding<T> implements ListWatchEncoding<T> {

    private static final String TYPE = "application/json";

    private final ObjectReader reader;

    /** Objects are read by this reader, which is for their kind. */
    JsonEncoding(ObjectReader reader) {
        this.reader = reader;
    }

    @Override
    public String listType() {
        return TYPE;
    }

    @Override
    public String watchType() {
        return TYPE;
    }

    @Override
    public WatchFrames.Framing framing() {
        return WatchFrames.Framing.LINES;
    }

    @Override
    public Page page(byte[] answer, Consumer<T> objects) {
        try {
            return quickPage(answer, objects);
        } catch (JsonProcessingException e) {
            return carefulPage(tree(answer), objects);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Page quickPage(byte[] answer, Consumer<T> objects) throws IOException {
        JsonNode metadata = reader.createObjectNode();
        try (JsonParser parser = reader.createParser(answer)) {
            parser.nextToken();
            for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
                boolean list = parser.nextToken() == JsonToken.START_ARRAY;
                if (field.equals("items") && list) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        objects.accept(reader.readValue(parser));
                    }
                } else if (field.equals("metadata")) {
                    metadata = reader.readTree(parser);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return page(List.of(), metadata);
    }

    private Page carefulPage(JsonNode answer, Consumer<T> objects) {
        List<Unreadable> unreadable = new ArrayList<>();
        for (JsonNode item : answer.path("items")) {
            try {
                objects.accept(reader.readValue(item));
            } catch (IOException e) {
                unreadable.add(unreadable(item, e));
            }
        }
        return page(unreadable, answer.path("metadata"));
    }

    private static Page page(List<Unreadable> unreadable, JsonNode metadata) {
        return new Page(
                unreadable,
                metadata.path("resourceVersion").asText(""),
                metadata.path("continue").asText(""));
    }

    @Override
    public Event<T> event(byte[] frame) {
        try {
            return quickEvent(frame);
        } catch (JsonProcessingException e) {
            return carefulEvent(tree(frame));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** API servers write the type first, and nothing but the object after it. */
    private Event<T> quickEvent(byte[] frame) throws IOException {
        try (JsonParser parser = reader.createParser(frame)) {
            parser.nextToken();
            if ("type".equals(parser.nextFieldName())) {
                String type = parser.nextTextValue();
                if (type != null && !type.equals(ERROR) && "object".equals(parser.nextFieldName())) {
                    parser.nextToken();
                    return Event.of(type, reader.<T>readValue(parser));
                }
            }
        }
        return carefulEvent(tree(frame));
    }

    private Event<T> carefulEvent(JsonNode event) {
        String type = event.path("type").asText("");
        JsonNode object = event.path("object");
        if (type.equals(ERROR)) {
            return Event.error(object.path("code").asInt());
        }
        try {
            return Event.of(type, reader.<T>readValue(object));
        } catch (IOException e) {
            return Event.of(type, unreadable(object, e));
        }
    }

    private static Unreadable unreadable(JsonNode object, IOException problem) {
        JsonNode metadata = object.path("metadata");
        return new Unreadable(
                metadata.path("namespace").asText(""),
                metadata.path("name").asText(""),
                metadata.path("resourceVersion").asText(""),
                problem instanceof MismatchedInputException mismatch
                        ? BindingProblems.of(mismatch, object, "")
                        : String.valueOf(problem.getMessage())
                                .lines()
                                .findFirst()
                                .orElse(""));
    }

    private JsonNode tree(byte[] text) {
        try {
            return reader.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("the API server's answer is no JSON", e);
        }
    }
}
