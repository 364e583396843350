package io.koordbridge.descheduler.decide.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

    /** Names of the fields, in their order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
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

    /** A field that holds a list of texts that are not empty. */
    public List<String> texts(String name) {
        return texts(name, text -> !text.isEmpty(), "texts that are not empty");
    }

    /** A field that holds a list of texts, empty ones among them. */
    public List<String> anyTexts(String name) {
        return texts(name, text -> true, "texts");
    }

    private List<String> texts(String name, Predicate<String> fits, String allowed) {
        List<String> found = new ArrayList<>();
        for (JsonNode element : list(name)) {
            if (element.isTextual() && fits.test(element.textValue())) {
                found.add(element.textValue());
            } else {
                add(problems, at(name), element, allowed);
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

    /** A field that holds true or false, false when absent. */
    public boolean flag(String name) {
        return flag(name, false);
    }

    /** A field that holds true or false. */
    public boolean flag(String name, boolean absent) {
        JsonNode value = object.path(name);
        if (has(name) && !value.isBoolean()) {
            refuse(name, "true or false");
        }
        return value.isBoolean() ? value.booleanValue() : absent;
    }

    /** A text, empty when absent. */
    public String text(String name) {
        return text(name, "");
    }

    /** A text. */
    public String text(String name, String absent) {
        JsonNode value = object.path(name);
        if (has(name) && !value.isTextual()) {
            refuse(name, "a text");
        }
        return value.isTextual() ? value.textValue() : absent;
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
        return duration(name, Duration.ZERO);
    }

    /** A duration from a least one up, in Go notation. */
    public Optional<Duration> duration(String name, Duration least) {
        JsonNode value = object.path(name);
        if (!has(name)) {
            return Optional.empty();
        }
        Optional<Duration> read =
                value.isTextual() ? GoDurations.nanos(value.textValue()).map(Duration::ofNanos) : Optional.empty();
        if (read.isEmpty() || read.get().compareTo(least) < 0) {
            refuse(name, "a duration of " + GoDurations.format(least.toNanos()) + " or more, such as 5m0s");
            return Optional.empty();
        }
        return read;
    }

    /** A label selector of Kubernetes, absent when something in it is not of its type. */
    public CompiledSelector selector(String name) {
        if (!has(name)) {
            return CompiledSelector.ABSENT;
        }
        List<String> wrong = new ArrayList<>();
        StrictFields selector = of(object.path(name), at(name), wrong).only(Set.of("matchLabels", "matchExpressions"));
        List<LabelSelectorRequirement> expressions = new ArrayList<>();
        for (StrictFields one : selector.objects("matchExpressions")) {
            one.only(Set.of("key", "operator", "values"));
            expressions.add(
                    new LabelSelectorRequirement(one.text("key"), one.text("operator"), one.anyTexts("values")));
        }
        CompiledSelector read = CompiledSelector.of(new LabelSelector(expressions, selector.textMap("matchLabels")));
        if (!wrong.isEmpty()) {
            wrong.stream().limit(Math.max(0, MOST_PROBLEMS - problems.size())).forEach(problems::add);
            return CompiledSelector.ABSENT;
        }
        read.problem().ifPresent(problem -> refuse(name, "a label selector: " + problem));
        return read;
    }

    private Map<String, String> textMap(String name) {
        Map<String, String> found = new LinkedHashMap<>();
        StrictFields entries = object(name);
        for (String key : entries.names()) {
            if (entries.node(key).isTextual()) {
                found.put(key, entries.text(key));
            } else {
                entries.refuse(key, "a text");
            }
        }
        return found;
    }

    /** Adds a problem of a field. */
    public void refuse(String name, String allowed) {
        add(problems, at(name), object.path(name), allowed);
    }

    /** Adds a problem of a field with the value that counts, such as an inherited one. */
    public void refuse(String name, String value, String allowed) {
        add(problems, at(name), TextNode.valueOf(value), allowed);
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
