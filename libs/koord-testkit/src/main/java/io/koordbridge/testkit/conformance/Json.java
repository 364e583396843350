package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.Optional;
import net.javacrumbs.jsonunit.core.Configuration;
import net.javacrumbs.jsonunit.core.Option;
import net.javacrumbs.jsonunit.core.internal.Diff;

/** JSON trees in vectors: comparison, and mapping to Kubernetes objects. */
public final class Json {

    /** Plain mapper for building outcomes. */
    public static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();

    private Json() {}

    /** Reads a part of a vector as a Kubernetes object or record. */
    public static <T> T as(JsonNode node, Class<T> type) {
        return KUBERNETES.convertValue(node, type);
    }

    /** Any value, Kubernetes objects and records included, as a tree. */
    public static JsonNode tree(Object value) {
        try {
            return MAPPER.readTree(KUBERNETES.asJson(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot read back what was written", e);
        }
    }

    /**
     * Compares trees; numbers by value with a relative tolerance, a null field like an absent one.
     *
     * @return empty when equal, else the difference
     */
    public static Optional<String> difference(JsonNode expect, JsonNode actual, double relativeTolerance) {
        JsonNode left = withoutNulls(expect);
        JsonNode right = withoutNulls(actual);
        Configuration configuration = Configuration.empty()
                .withOptions(Option.TREATING_NULL_AS_ABSENT)
                .withNumberComparator((a, b, tolerance) ->
                        close(a.doubleValue(), b.doubleValue(), relativeTolerance) || a.compareTo(b) == 0);
        Diff diff = Diff.create(left, right, "case", "", configuration);
        return diff.similar() ? Optional.empty() : Optional.of(diff.differences());
    }

    private static boolean close(double a, double b, double relativeTolerance) {
        boolean whole = a == Math.rint(a) && b == Math.rint(b);
        return !whole && Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    /** A copy without null fields, and without fields that are empty after that when asked. */
    public static JsonNode withoutNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = MAPPER.createObjectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getValue().isNull()) {
                    copy.set(field.getKey(), withoutNulls(field.getValue()));
                }
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = MAPPER.createArrayNode();
            array.forEach(element -> copy.add(withoutNulls(element)));
            return copy;
        }
        return node;
    }

    /** Two spaces, stable order: for people. */
    public static String pretty(JsonNode node) {
        return node.toPrettyString();
    }
}
