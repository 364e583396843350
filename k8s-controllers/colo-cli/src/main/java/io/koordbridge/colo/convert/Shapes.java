package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Shapes of values, with the ranges that koord-scheduler checks at its start. */
@PureCore
final class Shapes {

    static final String LEAST = "LeastAllocated";
    static final String MOST = "MostAllocated";

    private static final int MOST_ENTRIES = 200;
    private static final int LONGEST_TEXT = 253;
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** Resources that BalanceScorer counts. */
    private static final Pattern COUNTED =
            Pattern.compile("cpu|memory|ephemeral-storage|hugepages-.+|attachable-volumes-.+|.+/.+");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Shapes() {}

    static JsonNode object(String path, JsonNode value) {
        if (!value.isObject()) {
            throw new RefusedFieldException(path, value.toString(), "a map");
        }
        return sized(path, value);
    }

    static JsonNode list(String path, JsonNode value) {
        if (!value.isArray()) {
            throw new RefusedFieldException(path, value.toString(), "a list");
        }
        return sized(path, value);
    }

    private static JsonNode sized(String path, JsonNode value) {
        if (value.size() > MOST_ENTRIES) {
            throw new RefusedFieldException(path, value.size() + " entries", "at most " + MOST_ENTRIES);
        }
        return value;
    }

    static String text(String path, JsonNode value) {
        if (!value.isTextual() || value.textValue().length() > LONGEST_TEXT) {
            throw new RefusedFieldException(
                    path, value.toString(), "a text of at most " + LONGEST_TEXT + " characters");
        }
        return value.textValue();
    }

    static long number(String path, JsonNode value, long least, long most) {
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > most) {
            throw new RefusedFieldException(path, value.toString(), least + " to " + most);
        }
        return value.longValue();
    }

    static Shape number(long least, long most) {
        return (path, value, draft) -> JSON.numberNode(number(path, value, least, most));
    }

    static Shape flag() {
        return (path, value, draft) -> {
            if (!value.isBoolean()) {
                throw new RefusedFieldException(path, value.toString(), "true, false");
            }
            return value;
        };
    }

    static Shape oneOf(String... options) {
        List<String> allowed = List.of(options);
        return (path, value, draft) -> {
            if (!value.isTextual() || !allowed.contains(value.textValue())) {
                throw new RefusedFieldException(path, value.toString(), shown(allowed));
            }
            return value;
        };
    }

    private static String shown(List<String> options) {
        return String.join(
                ", ", options.stream().map(one -> one.isEmpty() ? "\"\"" : one).toList());
    }

    /** Whole numbers by resource. */
    static Shape numbers(long least, long most) {
        return (path, value, draft) -> {
            ObjectNode taken = JSON.objectNode();
            for (Map.Entry<String, JsonNode> one : object(path, value).properties()) {
                taken.put(name(path, one.getKey()), number(path + "." + one.getKey(), one.getValue(), least, most));
            }
            return taken;
        };
    }

    static Shape names() {
        return (path, value, draft) -> {
            ArrayNode taken = JSON.arrayNode();
            int at = 0;
            for (JsonNode one : list(path, value)) {
                taken.add(name(path, text(path + "[" + at + "]", one)));
                at++;
            }
            return taken;
        };
    }

    private static String name(String path, String name) {
        if (name.isBlank() || name.length() > LONGEST_TEXT) {
            throw new RefusedFieldException(path, "'" + name + "'", "names of resources");
        }
        return name;
    }

    /** A duration in Go's notation becomes seconds or milliseconds. */
    static Shape duration(Duration least) {
        return (path, value, draft) -> JSON.textNode(shown(elapsed(path, value, least)));
    }

    /** A number of seconds becomes a duration. */
    static Shape seconds() {
        return (path, value, draft) -> JSON.textNode(number(path, value, 1, LONGEST.toSeconds()) + "s");
    }

    /** A window of aggregation stays as it is written. */
    static Shape window() {
        return (path, value, draft) -> {
            elapsed(path, value, Duration.ZERO);
            return value;
        };
    }

    private static Duration elapsed(String path, JsonNode value, Duration least) {
        return GoDurations.nanos(value.isTextual() ? value.textValue() : "")
                .map(Duration::ofNanos)
                .filter(one -> one.compareTo(least) >= 0 && one.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> new RefusedFieldException(
                        path, value.toString(), shown(least) + " to " + LONGEST.toHours() + "h, such as 10m0s"));
    }

    private static String shown(Duration duration) {
        return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    /** Type and weights of a score. */
    static Shape strategy() {
        return (path, value, draft) -> {
            ObjectNode taken = JSON.objectNode();
            FieldRule.apply(
                    List.of(
                            new FieldRule("type", (below, type, unused) -> taken.set("type", type(below, type))),
                            new FieldRule(
                                    "resources",
                                    (below, list, unused) -> taken.set("resources", weights(below, list)))),
                    path,
                    object(path, value),
                    Set.of(),
                    draft);
            return taken;
        };
    }

    static JsonNode type(String path, JsonNode value) {
        JsonNode given = value.asText().isEmpty() ? JSON.textNode(LEAST) : value;
        if (!given.isTextual() || !List.of(LEAST, MOST).contains(given.textValue())) {
            throw new RefusedFieldException(path, value.toString(), LEAST + ", " + MOST);
        }
        return given;
    }

    static ArrayNode weights(String path, JsonNode value) {
        ArrayNode taken = JSON.arrayNode();
        int at = 0;
        for (JsonNode one : list(path, value)) {
            String below = path + "[" + at + "]";
            JsonNode fields = object(below, one);
            String name = text(below + ".name", fields.path("name"));
            if (!COUNTED.matcher(name).matches()) {
                throw new RefusedFieldException(
                        below + ".name",
                        name,
                        "a name with a '/', cpu, memory, ephemeral-storage, hugepages-SIZE, attachable-volumes-KIND");
            }
            ObjectNode weight = JSON.objectNode();
            weight.put("name", name);
            weight.put("weight", number(below + ".weight", fields.path("weight"), 1, 100));
            taken.add(weight);
            at++;
        }
        return taken;
    }

    /** A type and a weight by resource. */
    static Shape rules() {
        return (path, value, draft) -> {
            ObjectNode taken = JSON.objectNode();
            for (Map.Entry<String, JsonNode> one : object(path, value).properties()) {
                String below = path + "." + one.getKey();
                JsonNode fields = object(below, one.getValue());
                ObjectNode rule = taken.putObject(name(path, one.getKey()));
                rule.set("type", oneOf(LEAST, MOST).taken(below + ".type", fields.path("type"), draft));
                rule.put("weight", number(below + ".weight", fields.path("weight"), 1, 100));
            }
            return taken;
        };
    }
}
