package io.koordbridge.manager.handlers.podvalidation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Labels that pods must carry, by namespace.
 *
 * @param enabled whether the rules are in force
 */
@PureCore
public record EnhancedRules(boolean enabled, List<Rule> rules) {

    /** No rule. */
    public static final EnhancedRules NONE = new EnhancedRules(false, List.of());

    private static final String SKIP_LABEL = "pod.koordinator.sh/skip-enhanced-validation";
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    public EnhancedRules {
        rules = List.copyOf(rules);
    }

    /**
     * One rule.
     *
     * @param exemptNamespaces whose pods it does not concern
     */
    public record Rule(String name, List<String> requiredLabels, Set<String> exemptNamespaces) {

        public Rule {
            requiredLabels = List.copyOf(requiredLabels);
            exemptNamespaces = Set.copyOf(exemptNamespaces);
        }
    }

    /** Rules as read, or what is wrong with them. */
    public record Read(@Nullable EnhancedRules value, String problem) {

        /** The rules, empty when they are broken. */
        public Optional<EnhancedRules> accepted() {
            return Optional.ofNullable(value);
        }
    }

    /** Reads the data of the config map; a missing one means no rule. */
    public static Read read(@Nullable Map<String, String> data) {
        if (data == null) {
            return new Read(NONE, "");
        }
        boolean enabled =
                data.getOrDefault("enable", "").strip().toLowerCase(Locale.ROOT).equals("true");
        String text = data.get("rules");
        if (text == null) {
            return new Read(new EnhancedRules(enabled, List.of()), "");
        }
        try {
            return rules(MAPPER.readTree(text))
                    .map(rules -> new Read(new EnhancedRules(enabled, rules), ""))
                    .orElseGet(() -> bad(text));
        } catch (JsonProcessingException e) {
            return bad(text);
        }
    }

    private static Read bad(String text) {
        return new Read(
                null,
                "data.rules '" + text
                        + "', allowed: a JSON list of {name, requiredLabels: [text], namespaceWhitelist: [text]}");
    }

    private static Optional<List<Rule>> rules(@Nullable JsonNode tree) {
        if (tree != null && tree.isNull()) {
            return Optional.of(List.of());
        }
        if (tree == null || !tree.isArray()) {
            return Optional.empty();
        }
        List<Rule> rules = new ArrayList<>();
        for (JsonNode element : tree) {
            Optional<Rule> rule = rule(element);
            if (rule.isEmpty()) {
                return Optional.empty();
            }
            rules.add(rule.get());
        }
        return Optional.of(rules);
    }

    private static Optional<Rule> rule(JsonNode element) {
        JsonNode name = field(element, "name");
        Optional<List<String>> labels = texts(field(element, "requiredLabels"));
        Optional<List<String>> namespaces = texts(field(element, "namespaceWhitelist"));
        boolean shaped = (element.isObject() || element.isNull()) && (name == null || name.isTextual());
        if (!shaped || labels.isEmpty() || namespaces.isEmpty()) {
            return Optional.empty();
        }
        String text = name == null ? "" : name.textValue();
        return Optional.of(new Rule(text, labels.get(), Set.copyOf(namespaces.get())));
    }

    /** Names are found in any case; the last one counts; null is absent. */
    private static @Nullable JsonNode field(JsonNode element, String name) {
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> field : element.properties()) {
            if (field.getKey().equalsIgnoreCase(name) && !field.getValue().isNull()) {
                found = field.getValue();
            }
        }
        return found;
    }

    private static Optional<List<String>> texts(@Nullable JsonNode list) {
        List<String> texts = new ArrayList<>();
        if (list == null) {
            return Optional.of(texts);
        }
        for (JsonNode element : list) {
            if (!element.isTextual() && !element.isNull()) {
                return Optional.empty();
            }
            texts.add(element.isNull() ? "" : element.textValue());
        }
        return list.isArray() ? Optional.of(texts) : Optional.empty();
    }

    /** Why a pod is refused: the first rule whose labels it lacks. */
    Optional<String> refusal(Pod pod, String namespace) {
        boolean skipped = !enabled || ColocationRules.text(pod, SKIP_LABEL).equals("true");
        return skipped
                ? Optional.empty()
                : rules.stream()
                        .filter(rule -> !rule.exemptNamespaces().contains(namespace))
                        .map(rule -> missing(rule, pod))
                        .flatMap(Optional::stream)
                        .findFirst();
    }

    private static Optional<String> missing(Rule rule, Pod pod) {
        Map<String, String> labels =
                pod.getMetadata() == null ? null : pod.getMetadata().getLabels();
        List<String> missing = rule.requiredLabels().stream()
                .filter(key -> labels == null || !labels.containsKey(key))
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("rule '" + rule.name() + "' requires labels that are missing: " + missing);
    }
}
