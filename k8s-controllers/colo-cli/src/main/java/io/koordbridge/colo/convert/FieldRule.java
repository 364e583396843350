package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of one field of a map.
 *
 * @param field its name
 * @param action what is done with its value
 */
record FieldRule(String field, Action action) {

    /** Takes over a value, or says that it cannot. */
    @FunctionalInterface
    interface Action {
        void apply(String path, JsonNode value, Draft draft);
    }

    /** The field has a counterpart with the same meaning. */
    static FieldRule to(String field, String key, Shape shape) {
        return new FieldRule(field, (path, value, draft) -> draft.put(key, shape.taken(path, value, draft)));
    }

    /**
     * The field has no counterpart.
     *
     * @param same values that say what happens here anyway
     */
    static FieldRule none(String field, String reason, String... same) {
        Set<String> silent = Set.of(same);
        return new FieldRule(field, (path, value, draft) -> {
            if (!silent.contains(value.asText())) {
                draft.untranslated(path, value, reason);
            }
        });
    }

    /** The field is a map of further fields. */
    static FieldRule inside(String field, List<FieldRule> rules) {
        return new FieldRule(
                field, (path, value, draft) -> apply(rules, path, Shapes.object(path, value), Set.of(), draft));
    }

    /** Applies rules to each field of a map; one without a rule is named. */
    static void apply(List<FieldRule> rules, String path, JsonNode object, Set<String> elsewhere, Draft draft) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            if (field.getValue().isNull() || elsewhere.contains(name)) {
                continue;
            }
            String below = path.isEmpty() ? name : path + "." + name;
            rules.stream()
                    .filter(rule -> rule.field().equals(name))
                    .findFirst()
                    .ifPresentOrElse(
                            rule -> rule.action().apply(below, field.getValue(), draft),
                            () -> draft.untranslated(
                                    below, field.getValue(), "This command has no rule for such a field."));
        }
    }
}
