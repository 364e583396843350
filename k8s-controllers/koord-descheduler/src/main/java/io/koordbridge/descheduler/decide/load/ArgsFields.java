package io.koordbridge.descheduler.decide.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.selection.CompiledSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fields of one JSON object, each read strictly: a value that is not what its field holds is a problem, and its default counts. */
@PureCore
final class ArgsFields {

    private static final int LONGEST = 64;
    private static final Pattern PART = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");
    private static final Map<String, Double> SECONDS = Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "h", 3600.0);
    private static final double MOST_PERCENT = 100;

    private final JsonNode object;
    private final String path;
    private final List<String> problems;

    ArgsFields(JsonNode object, String path, List<String> problems) {
        this.object = object;
        this.path = path;
        this.problems = problems;
        if (has(object) && !object.isObject()) {
            problems.add(problem(path.isEmpty() ? "arguments" : path, object, "an object"));
        }
    }

    /** Reports fields that are none of these. */
    ArgsFields only(Set<String> known) {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                problems.add("invalid " + at(name) + ": the field is unknown");
            }
        });
        return this;
    }

    boolean has(String name) {
        return has(object.path(name));
    }

    private static boolean has(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    ArgsFields object(String name) {
        return new ArgsFields(object.path(name), at(name), problems);
    }

    List<ArgsFields> objects(String name) {
        List<ArgsFields> found = new ArrayList<>();
        for (JsonNode element : array(name)) {
            found.add(new ArgsFields(element, at(name) + "[" + found.size() + "]", problems));
        }
        return found;
    }

    boolean flag(String name, boolean otherwise) {
        JsonNode value = object.path(name);
        if (has(value) && !value.isBoolean()) {
            refuse(name, "true or false");
        }
        return value.isBoolean() ? value.booleanValue() : otherwise;
    }

    String text(String name) {
        JsonNode value = object.path(name);
        if (has(value) && !value.isTextual()) {
            refuse(name, "a text");
        }
        return value.isTextual() ? value.textValue() : "";
    }

    int whole(String name, int least, int otherwise) {
        JsonNode value = object.path(name);
        if (!has(value)) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < least) {
            refuse(name, "a whole number from " + least + " to " + Integer.MAX_VALUE);
            return otherwise;
        }
        return value.intValue();
    }

    Duration duration(String name, Duration otherwise) {
        JsonNode value = object.path(name);
        if (!has(value)) {
            return otherwise;
        }
        Duration read = value.isTextual() ? parsed(value.textValue()) : null;
        if (read == null) {
            refuse(name, "a duration of 0 or more, such as 5m0s");
            return otherwise;
        }
        return read;
    }

    private static @Nullable Duration parsed(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (text.isEmpty() || text.length() > LONGEST) {
            return null;
        }
        Matcher part = PART.matcher(text);
        double seconds = 0;
        int end = 0;
        while (part.find() && part.start() == end) {
            seconds += Double.parseDouble(part.group(1)) * SECONDS.getOrDefault(part.group(2), 0.0);
            end = part.end();
        }
        return end == text.length() ? Duration.ofMillis(Math.round(seconds * 1000)) : null;
    }

    Map<String, Double> percents(String name) {
        Map<String, Double> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : map(name).properties()) {
            JsonNode value = entry.getValue();
            double percent = value.isNumber() ? value.doubleValue() : -1;
            if (percent >= 0 && percent <= MOST_PERCENT) {
                found.put(entry.getKey(), percent);
            } else {
                problems.add(problem(at(name) + "." + entry.getKey(), value, "a number from 0 to 100"));
            }
        }
        return found;
    }

    Map<String, Long> weights(String name) {
        Map<String, Long> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : map(name).properties()) {
            JsonNode value = entry.getValue();
            if (value.isIntegralNumber() && value.canConvertToInt()) {
                found.put(entry.getKey(), value.longValue());
            } else {
                problems.add(problem(at(name) + "." + entry.getKey(), value, "a whole number of 32 bits"));
            }
        }
        return found;
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

    /** A label selector of Kubernetes. */
    CompiledSelector selector(String name) {
        return StrictFields.of(object, path, problems).selector(name);
    }

    private JsonNode map(String name) {
        JsonNode value = object.path(name);
        if (has(value) && !value.isObject()) {
            refuse(name, "an object");
        }
        return value;
    }

    private JsonNode array(String name) {
        JsonNode value = object.path(name);
        if (has(value) && !value.isArray()) {
            refuse(name, "an array");
            return value.path("none");
        }
        return value;
    }

    /** A problem of a field with the value that it has. */
    void refuse(String name, String allowed) {
        problems.add(problem(at(name), object.path(name), allowed));
    }

    /** A problem of the field in words. */
    void refuse(String name, String value, String allowed) {
        problems.add("invalid " + at(name) + ": '" + value + "'; allowed: " + allowed);
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String problem(String field, JsonNode value, String allowed) {
        String shown = value.isTextual() ? value.textValue() : BindingProblems.shown(value);
        String cut = shown.length() > LONGEST ? shown.substring(0, LONGEST) + "..." : shown;
        return "invalid " + field + ": '" + cut + "'; allowed: " + allowed;
    }
}
