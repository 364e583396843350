package io.koordbridge.descheduler.decide.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.GoDurations;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.selection.CompiledSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Fields of one JSON object, each read strictly: a value that does not belong there is a problem, and the field counts as absent.
 * Null is like absent.
 */
@PureCore
public final class StrictFields {

    private static final int MOST_PROBLEMS = 100;

    private final JsonNode object;
    private final String path;
    private final List<String> problems;

    private StrictFields(JsonNode object, String path, List<String> problems) {
        this.object = object;
        this.path = path;
        this.problems = problems;
    }

    /**
     * Fields of an object.
     *
     * @param object what is not an object is a problem; absent or null has no fields
     * @param path of the object in the document, empty for the whole
     * @param problems where problems are added
     */
    public static StrictFields of(JsonNode object, String path, List<String> problems) {
        boolean absent = object.isMissingNode() || object.isNull();
        if (absent || object.isObject()) {
            return new StrictFields(object, path, problems);
        }
        add(problems, path.isEmpty() ? "document" : path, object, "an object");
        return new StrictFields(MissingNode.getInstance(), path, problems);
    }

    /** Reports fields that are not among these. */
    public StrictFields only(Set<String> known) {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                add(problems, at(name), object.path(name), "no such field; the fields are " + sorted(known));
            }
        });
        return this;
    }

    /** Whether a field has a value. */
    public boolean has(String name) {
        JsonNode value = object.path(name);
        return !value.isMissingNode() && !value.isNull();
    }

    /** The value as it is. */
    public JsonNode node(String name) {
        return object.path(name);
    }

    /** Path of a field in the document. */
    public String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** A field that holds an object. */
    public StrictFields object(String name) {
        return of(object.path(name), at(name), problems);
    }

    /** A field that holds a list of objects. */
    public List<StrictFields> objects(String name) {
        List<StrictFields> found = new ArrayList<>();
        for (JsonNode element : list(name)) {
            found.add(of(element, at(name) + "[" + found.size() + "]", problems));
        }
        return found;
    }

    /** A field that holds a list of texts. */
    public List<String> texts(String name) {
        List<String> found = new ArrayList<>();
        for (JsonNode element : list(name)) {
            if (element.isTextual() && !element.textValue().isEmpty()) {
                found.add(element.textValue());
            } else {
                add(problems, at(name), element, "texts that are not empty");
            }
        }
        return found;
    }

    private JsonNode list(String name) {
        JsonNode value = object.path(name);
        if (has(name) && !value.isArray()) {
            refuse(name, "a list");
            return MissingNode.getInstance();
        }
        return value;
    }

    /** A field that holds true or false. */
    public boolean flag(String name) {
        JsonNode value = object.path(name);
        if (has(name) && !value.isBoolean()) {
            refuse(name, "true or false");
        }
        return value.isBoolean() && value.booleanValue();
    }

    /** A text, empty when absent. */
    public String text(String name) {
        JsonNode value = object.path(name);
        if (has(name) && !value.isTextual()) {
            refuse(name, "a text");
        }
        return value.isTextual() ? value.textValue() : "";
    }

    /** A whole number from a least one up. */
    public Optional<Integer> whole(String name, int least) {
        JsonNode value = object.path(name);
        if (!has(name)) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < least) {
            refuse(name, "a whole number from " + least + " to " + Integer.MAX_VALUE);
            return Optional.empty();
        }
        return Optional.of(value.intValue());
    }

    /** A duration of 0 or more. */
    public Optional<Duration> duration(String name) {
        JsonNode value = object.path(name);
        if (!has(name)) {
            return Optional.empty();
        }
        Optional<Long> nanos = value.isTextual() ? GoDurations.nanos(value.textValue()) : Optional.empty();
        if (nanos.isEmpty() || nanos.get() < 0) {
            refuse(name, "a duration of 0 or more, such as 5m0s");
            return Optional.empty();
        }
        return nanos.map(Duration::ofNanos);
    }

    /** A label selector of Kubernetes, absent when it is not valid. */
    public CompiledSelector selector(String name) {
        if (!has(name)) {
            return CompiledSelector.ABSENT;
        }
        StrictFields selector = object(name).only(Set.of("matchLabels", "matchExpressions"));
        try {
            CompiledSelector read =
                    CompiledSelector.of(PlainJson.MAPPER.treeToValue(selector.object, LabelSelector.class));
            read.problem().ifPresent(problem -> refuse(name, "a label selector: " + problem));
            return read;
        } catch (JsonProcessingException e) {
            refuse(name, "a label selector with matchLabels and matchExpressions");
            return CompiledSelector.ABSENT;
        }
    }

    /** Adds a problem of a field. */
    public void refuse(String name, String allowed) {
        add(problems, at(name), object.path(name), allowed);
    }

    private static void add(List<String> problems, String field, JsonNode value, String allowed) {
        if (problems.size() < MOST_PROBLEMS) {
            String text = value.isTextual() ? value.textValue() : value.toString();
            problems.add("invalid " + Problem.shown(field) + ": '" + Problem.shown(text) + "'; allowed: " + allowed);
        }
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }
}
