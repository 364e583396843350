package io.koordbridge.api.binding;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says in words what does not bind: the field, its value and what is allowed there. */
@PureCore
public final class BindingProblems {

    private static final int SHOWN = 100;
    private static final Map<Class<?>, String> ALLOWED = Map.of(
            Quantity.class, "a quantity",
            String.class, "a text",
            Integer.class, "a whole number of 32 bits",
            Long.class, "a whole number of 64 bits",
            Double.class, "a number",
            Boolean.class, "true or false",
            Instant.class, "a time such as 2006-01-02T15:04:05Z");

    private BindingProblems() {}

    /**
     * What a failure says of a tree.
     *
     * @param root path of the tree in the object, empty for the object itself
     */
    public static String of(MismatchedInputException failure, JsonNode tree, String root) {
        StringBuilder path = new StringBuilder(root);
        JsonNode value = tree;
        for (Reference step : failure.getPath()) {
            String name = step.getFieldName();
            if (name == null) {
                path.append('[').append(step.getIndex()).append(']');
                value = value.path(step.getIndex());
            } else {
                path.append(path.isEmpty() ? "" : ".").append(name);
                value = field(value, name);
            }
        }
        return problem(path.toString(), value, failure.getTargetType());
    }

    /** The mapper reports a field by its declared name; readers that ignore case may have found another spelling. */
    private static JsonNode field(JsonNode object, String name) {
        return object.has(name)
                ? object.path(name)
                : object.properties().stream()
                        .filter(field -> field.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElseGet(MissingNode::getInstance);
    }

    /** A value that is not what its field holds. */
    public static String problem(String path, JsonNode value, @Nullable Class<?> type) {
        String text = value instanceof MissingNode ? "nothing" : shown(value);
        return (path.isEmpty() ? "it" : path) + " = " + text + ", allowed: " + allowed(type);
    }

    /** The part of a value that is worth showing. */
    public static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    private static String allowed(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        }
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        return Collection.class.isAssignableFrom(type) ? "an array" : ALLOWED.getOrDefault(boxed, "an object");
    }
}
