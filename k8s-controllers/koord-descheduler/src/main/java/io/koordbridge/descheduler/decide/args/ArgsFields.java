package io.koordbridge.descheduler.decide.args;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.GoDurations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields of one JSON object, each read strictly: another type is a problem and counts as absent, a value out of range is kept. */
@PureCore
final class ArgsFields {

    private static final int SHOWN = 64;

    private final JsonNode object;
    private final String path;
    private final List<String> problems;

    ArgsFields(JsonNode object, String path, List<String> problems, Set<String> known) {
        this.object = object;
        this.path = path;
        this.problems = problems;
        if (isGiven(object) && !object.isObject()) {
            problems.add(problem(path.isEmpty() ? "arguments" : path, object, "an object"));
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                problems.add(problem(at(name), object.path(name), "nothing, the field is unknown"));
            }
        });
    }

    private static boolean isGiven(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    boolean has(String name) {
        return isGiven(object.path(name));
    }

    JsonNode raw(String name) {
        return object.path(name);
    }

    ArgsFields object(String name, Set<String> known) {
        return new ArgsFields(object.path(name), at(name), problems, known);
    }

    List<ArgsFields> objects(String name, Set<String> known) {
        List<ArgsFields> found = new ArrayList<>();
        for (JsonNode element : array(name)) {
            found.add(new ArgsFields(element, at(name) + "[" + found.size() + "]", problems, known));
        }
        return found;
    }

    boolean flag(String name, boolean absent) {
        JsonNode value = typed(name, object.path(name).isBoolean(), "true or false");
        return value == null ? absent : value.booleanValue();
    }

    String text(String name, String absent) {
        JsonNode value = typed(name, object.path(name).isTextual(), "a text");
        return value == null ? absent : value.textValue();
    }

    /** A text that is one of these. */
    String oneOf(String name, List<String> allowed, String absent) {
        String text = text(name, absent);
        if (!allowed.contains(text)) {
            refuse(name, String.join(", ", allowed));
            return absent;
        }
        return text;
    }

    int whole(String name, int least, int absent) {
        Integer value = wholeOrNull(name, least);
        return value == null ? absent : value;
    }

    @Nullable
    Integer wholeOrNull(String name, int least) {
        JsonNode given = object.path(name);
        String range = "a whole number from " + least + " to " + Integer.MAX_VALUE;
        JsonNode value = typed(name, given.isIntegralNumber() && given.canConvertToInt(), range);
        if (value == null) {
            return null;
        }
        if (value.intValue() < least) {
            refuse(name, range);
        }
        return value.intValue();
    }

    /** A positive number, written as a number or as a text. */
    double positive(String name, double absent) {
        if (!has(name)) {
            return absent;
        }
        JsonNode value = object.path(name);
        double number = value.isNumber() ? value.doubleValue() : value.isTextual() ? parsed(value.textValue()) : -1;
        if (!(number > 0) || Double.isInfinite(number)) {
            refuse(name, "a number above 0");
            return absent;
        }
        return number;
    }

    private static double parsed(String text) {
        try {
            return text.length() > SHOWN ? -1 : Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** A duration of at least {@code least}; Go notation. */
    Duration duration(String name, Duration least, Duration absent) {
        if (!has(name)) {
            return absent;
        }
        JsonNode value = object.path(name);
        Optional<Duration> read =
                value.isTextual() ? GoDurations.nanos(value.textValue()).map(Duration::ofNanos) : Optional.empty();
        if (read.isEmpty() || read.get().compareTo(least) < 0) {
            refuse(name, "a duration of " + GoDurations.format(least.toNanos()) + " or more, such as 5m0s");
        }
        return read.orElse(absent);
    }

    /** A number or a percentage; a malformed text is kept, the checks that use it fail. */
    @Nullable
    IntOrPercent intOrPercent(String name) {
        if (!has(name)) {
            return null;
        }
        JsonNode value = object.path(name);
        IntOrPercent read = null;
        if (value.isTextual()) {
            read = IntOrPercent.of(value.textValue());
        } else if (value.isIntegralNumber() && value.canConvertToInt()) {
            read = IntOrPercent.of(value.intValue());
        }
        if (read == null || !read.isInRange()) {
            refuse(name, IntOrPercent.RANGE);
        }
        return read;
    }

    Set<String> texts(String name) {
        Set<String> found = new LinkedHashSet<>();
        for (JsonNode element : array(name)) {
            if (element.isTextual()) {
                found.add(element.textValue());
            } else {
                problems.add(problem(at(name), element, "an array of texts"));
            }
        }
        return found;
    }

    Map<String, String> textMap(String name) {
        Map<String, String> found = new LinkedHashMap<>();
        JsonNode value = typed(name, object.path(name).isObject(), "an object of texts");
        if (value != null) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                if (entry.getValue().isTextual()) {
                    found.put(entry.getKey(), entry.getValue().textValue());
                } else {
                    problems.add(problem(at(name) + "." + entry.getKey(), entry.getValue(), "a text"));
                }
            }
        }
        return found;
    }

    private List<JsonNode> array(String name) {
        JsonNode value = typed(name, object.path(name).isArray(), "an array");
        List<JsonNode> elements = new ArrayList<>();
        if (value != null) {
            value.forEach(elements::add);
        }
        return elements;
    }

    /** The value when it is given and of the right type. */
    private @Nullable JsonNode typed(String name, boolean fits, String allowed) {
        if (!has(name)) {
            return null;
        }
        if (!fits) {
            refuse(name, allowed);
            return null;
        }
        return object.path(name);
    }

    /** A problem of a field with the value that it has. */
    void refuse(String name, String allowed) {
        problems.add(problem(at(name), object.path(name), allowed));
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    static String problem(String field, JsonNode value, String allowed) {
        String text = value.isTextual() ? value.textValue() : BindingProblems.shown(value);
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return "invalid " + field + ": '" + shown + "'; allowed: " + allowed;
    }
}
