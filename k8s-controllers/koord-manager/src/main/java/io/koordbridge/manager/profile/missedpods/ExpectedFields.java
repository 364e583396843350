package io.koordbridge.manager.profile.missedpods;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the patches of some profiles, in their order, leave in the specification of a pod: plain values, and lists by what
 * their elements hold. What is taken away is not expected to be absent, since defaults may come in its place.
 */
@PureCore
final class ExpectedFields {

    /** What profiles, admission or the scheduler write after a patch, what may be edited later, and what is a mark. */
    private static final Set<String> NOT_LASTING = Set.of(
            "activeDeadlineSeconds",
            "ephemeralContainers",
            "image",
            "nodeName",
            "overhead",
            "preemptionPolicy",
            "priority",
            "priorityClassName",
            "resources",
            "schedulerName",
            "schedulingGates",
            "terminationGracePeriodSeconds");

    /** Plain values that the API server does not store. */
    private static final Set<String> LEFT_OUT = Set.of("", "0", "false");

    private static final String DIRECTIVE = "$";

    private final Map<List<String>, JsonNode> values = new LinkedHashMap<>();

    /** Expects what a profile patches. */
    void apply(ClusterColocationProfileSpec spec) {
        walk(spec, true);
    }

    /** Expects nothing where a profile may have patched something. */
    void forget(ClusterColocationProfileSpec spec) {
        walk(spec, false);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /**
     * The first field that is not as expected, such as {@code spec.nodeSelector.disk}.
     *
     * @param podSpec the whole specification of a pod
     */
    Optional<String> lackingOn(JsonNode podSpec) {
        return values.entrySet().stream()
                .filter(value -> !holds(at(podSpec, value.getKey()), value.getValue()))
                .findFirst()
                .map(value -> "spec." + String.join(".", value.getKey()));
    }

    private void walk(ClusterColocationProfileSpec spec, boolean expects) {
        if (spec.patch() != null && spec.patch().path("spec").isObject()) {
            walk(List.of(), spec.patch().get("spec"), expects);
        }
    }

    private void walk(List<String> path, JsonNode patch, boolean expects) {
        if (!patch.isObject()) {
            drop(path);
            if (expects && !patch.isNull()) {
                values.put(path, patch);
            }
            return;
        }
        patch.fieldNames().forEachRemaining(name -> {
            if (name.startsWith(DIRECTIVE)) {
                drop(directed(path, name));
            }
        });
        lasting(patch).forEach(field -> walk(below(path, field.getKey()), field.getValue(), expects));
    }

    /** What a directive is about: the field after its slash, or the object in which it stands. */
    private static List<String> directed(List<String> path, String directive) {
        int slash = directive.indexOf('/');
        return slash < 0 ? path : below(path, directive.substring(slash + 1));
    }

    private void drop(List<String> path) {
        values.keySet().removeIf(known -> isWithin(known, path) || isWithin(path, known));
    }

    private static boolean isWithin(List<String> path, List<String> outer) {
        return path.size() >= outer.size() && path.subList(0, outer.size()).equals(outer);
    }

    private static List<String> below(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    private static JsonNode at(JsonNode tree, List<String> path) {
        JsonNode node = tree;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }

    private static Stream<Map.Entry<String, JsonNode>> lasting(JsonNode object) {
        return object.properties().stream()
                .filter(field -> !field.getKey().startsWith(DIRECTIVE) && !NOT_LASTING.contains(field.getKey()));
    }

    private static boolean holds(JsonNode actual, JsonNode expected) {
        if (expected.isNull()) {
            return true;
        }
        if (expected.isObject()) {
            return lasting(expected).allMatch(field -> holds(actual.path(field.getKey()), field.getValue()));
        }
        return expected.isArray() ? holdsAll(actual, expected) : isSame(actual, expected);
    }

    private static boolean holdsAll(JsonNode actual, JsonNode expected) {
        return elements(expected)
                .filter(element -> !element.has("$patch"))
                .allMatch(element -> elements(actual).anyMatch(one -> holds(one, element)));
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** Whether two plain values mean the same; the API server writes amounts in its own way. */
    private static boolean isSame(JsonNode actual, JsonNode expected) {
        if (actual.isMissingNode() || actual.isNull()) {
            return LEFT_OUT.contains(expected.asText());
        }
        if (actual.asText().equals(expected.asText())) {
            return true;
        }
        BigDecimal amount = amount(expected);
        BigDecimal other = amount(actual);
        return amount != null && other != null && amount.compareTo(other) == 0;
    }

    private static @Nullable BigDecimal amount(JsonNode value) {
        try {
            return Quantities.decimal(new Quantity(value.asText()));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
