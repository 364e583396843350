package io.koordbridge.sloconfig;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.sloconfig.Problem.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document by its shape: unknown fields ignored, names in any case, null like absent, the last duplicate wins,
 * trailing garbage refused; manager specification section 5.1.
 */
public final class DocumentDecoder {

    private static final JsonFactory FACTORY = PlainJson.MAPPER.getFactory();
    private static final Pattern SOURCE_HINT = Pattern.compile("\\[Source: [^]]*; (line: \\d+, column: \\d+)]");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String key;
    private final List<Problem> problems = new ArrayList<>();
    private final ParseInfoCollector notes = new ParseInfoCollector();

    private DocumentDecoder(String key) {
        this.key = key;
    }

    /** Reads the text of a key; never throws. */
    public static Decoded decode(String key, String text, ObjectSchema shape) {
        DocumentDecoder decoder = new DocumentDecoder(key);
        ObjectNode tree = NODES.objectNode();
        return decoder.readAll(text, tree, parser -> {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                decoder.readObject(parser, shape, "", tree);
            } else {
                decoder.problem("", shape.expectation(), text, 1);
            }
        });
    }

    /** Reads a text that is a map as a whole, null being an empty one; never throws. */
    public static Decoded decodeMap(String key, String text, MapSchema shape) {
        DocumentDecoder decoder = new DocumentDecoder(key);
        ObjectNode tree = NODES.objectNode();
        return decoder.readAll(text, tree, parser -> {
            if (parser.nextToken() == null) {
                decoder.problem("", shape.expectation(), text, 1);
            } else if (decoder.read(parser, shape, "", null) instanceof ObjectNode map) {
                tree.setAll(map);
            }
        });
    }

    private interface Reading {

        void read(JsonParser parser) throws IOException;
    }

    private Decoded readAll(String text, ObjectNode tree, Reading reading) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            reading.read(parser);
            if (problems.isEmpty() && parser.nextToken() != null) {
                problem("", "nothing after the document", parser.getText(), line(parser));
            }
        } catch (JsonProcessingException e) {
            int at = e.getLocation() == null ? 0 : Math.min(e.getLocation().getLineNr(), lines(text));
            problem("", "well-formed JSON; " + plain(e.getOriginalMessage()), text, at);
        } catch (IOException e) {
            problem("", "readable text; " + e.getMessage(), text, 0);
        }
        return new Decoded(tree, problems, notes.notes());
    }

    private void readObject(JsonParser parser, ObjectSchema shape, String path, ObjectNode into) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String spelling = parser.currentName();
            int line = line(parser);
            Optional<Field> field = shape.field(spelling);
            parser.nextToken();
            if (field.isEmpty()) {
                notes.unknown(below(path, spelling), spelling, line, shape);
                parser.skipChildren();
            } else {
                String name = field.get().name();
                String below = below(path, name);
                notes.field(below, spelling, line);
                keepWhatIsRead(parser, field.get(), into);
                put(into, name, read(parser, field.get().shape(), below, into.get(name)));
            }
        }
    }

    /** What is read of an object before the text breaks off stays known. */
    private static void keepWhatIsRead(JsonParser parser, Field field, ObjectNode into) {
        boolean object = field.shape() instanceof ObjectSchema || field.shape() instanceof MapSchema;
        if (object && parser.currentToken() == JsonToken.START_OBJECT && !into.has(field.name())) {
            into.set(field.name(), NODES.objectNode());
        }
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static void put(ObjectNode into, String name, @Nullable JsonNode value) {
        if (value == null) {
            into.remove(name);
        } else {
            into.set(name, value);
        }
    }

    /** The value at the parser, null for JSON null and for a value that is not accepted. */
    private @Nullable JsonNode read(JsonParser parser, Schema shape, String path, @Nullable JsonNode before)
            throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (shape instanceof ObjectSchema object) {
            return readStructure(parser, object, path, before);
        }
        if (shape instanceof MapSchema map) {
            return readMap(parser, map, path, before);
        }
        if (shape instanceof ListSchema list) {
            return readList(parser, list, path, before);
        }
        return readScalar(parser, (Scalar) shape, path);
    }

    private @Nullable JsonNode readStructure(
            JsonParser parser, ObjectSchema shape, String path, @Nullable JsonNode before) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return refuse(parser, shape, path);
        }
        ObjectNode into = before instanceof ObjectNode earlier ? earlier : NODES.objectNode();
        readObject(parser, shape, path, into);
        return into;
    }

    private @Nullable JsonNode readMap(JsonParser parser, MapSchema shape, String path, @Nullable JsonNode before)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return refuse(parser, shape, path);
        }
        ObjectNode into = before instanceof ObjectNode earlier ? earlier : NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            notes.element(below(path, name), line(parser));
            parser.nextToken();
            into.set(name, orZero(read(parser, shape.value(), below(path, name), null), shape.value()));
        }
        return into;
    }

    private @Nullable JsonNode readList(JsonParser parser, ListSchema shape, String path, @Nullable JsonNode before)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return refuse(parser, shape, path);
        }
        ArrayNode into = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String at = path + "[" + into.size() + "]";
            notes.element(at, line(parser));
            JsonNode earlier = before == null ? null : before.get(into.size());
            boolean refused = parser.currentToken() == JsonToken.VALUE_NULL && shape.element() == Scalar.DURATION;
            JsonNode value = refused ? refuse(parser, shape.element(), at) : read(parser, shape.element(), at, earlier);
            into.add(orZero(value, shape.element()));
        }
        return into;
    }

    private static JsonNode orZero(@Nullable JsonNode value, Schema shape) {
        return value == null ? zero(shape) : value;
    }

    /** What a null element of a map or list means. */
    private static JsonNode zero(Schema shape) {
        if (shape instanceof Scalar scalar) {
            return switch (scalar) {
                case BOOLEAN -> NODES.booleanNode(false);
                case INT64, INT32, DOUBLE, INT_OR_TEXT -> NODES.numberNode(0);
                case TEXT -> NODES.textNode("");
                case QUANTITY -> NODES.textNode("0");
                case DURATION -> NODES.textNode("0s");
                case ANY -> NODES.nullNode();
            };
        }
        return shape instanceof ListSchema ? NODES.arrayNode() : NODES.objectNode();
    }

    private @Nullable JsonNode readScalar(JsonParser parser, Scalar scalar, String path) throws IOException {
        JsonToken token = parser.currentToken();
        if (scalar == Scalar.ANY) {
            return PlainJson.MAPPER.readTree(parser);
        }
        JsonNode value = switch (scalar) {
            case BOOLEAN -> token.isBoolean() ? NODES.booleanNode(token == JsonToken.VALUE_TRUE) : null;
            case INT64 -> ScalarParser.whole(parser, Long.MIN_VALUE, Long.MAX_VALUE);
            case INT32 -> ScalarParser.whole(parser, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case DOUBLE -> ScalarParser.real(parser);
            case TEXT -> token == JsonToken.VALUE_STRING ? TextNode.valueOf(parser.getText()) : null;
            case QUANTITY -> ScalarParser.quantity(parser);
            case DURATION -> ScalarParser.duration(parser);
            case INT_OR_TEXT ->
                token == JsonToken.VALUE_STRING
                        ? TextNode.valueOf(parser.getText())
                        : ScalarParser.whole(parser, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case ANY -> throw new AssertionError("read above");
        };
        return value == null ? refuse(parser, scalar, path) : value;
    }

    private @Nullable JsonNode refuse(JsonParser parser, Schema shape, String path) throws IOException {
        int line = line(parser);
        JsonNode found = PlainJson.MAPPER.readTree(parser);
        problem(path, shape.expectation(), String.valueOf(found), line);
        return null;
    }

    private void problem(String field, String allowed, String value, int line) {
        problems.add(new Problem(key, field, value, allowed, line, Kind.UNREADABLE));
    }

    /** The parser's words without its hint at its own settings. */
    private static String plain(String message) {
        return SOURCE_HINT.matcher(message).replaceAll("$1");
    }

    /** Lines that hold something; a text that ends too soon ends in its last one. */
    private static int lines(String text) {
        return (int) text.stripTrailing().lines().count();
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
