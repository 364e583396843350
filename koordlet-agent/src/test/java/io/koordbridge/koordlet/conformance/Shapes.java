package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.testkit.conformance.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Other ways to say the same input: each gives a recorded case another form, whose outcome is the recorded one. */
// The functions hold nothing.
@SuppressWarnings("ImmutableEnumChecker")
enum Shapes {
    /** An unset namespace means default. */
    NAMESPACES("pods name the namespace default", onPods(pod -> {
        if (!pod.path("metadata").has("namespace")) {
            pod.withObjectProperty("metadata").put("namespace", "default");
        }
    })),
    /** As an API server writes it. */
    NULLS("pods have null for what is not there", onPods(pod -> {
        nulls(pod.withObjectProperty("metadata"), "creationTimestamp", "labels", "annotations", "ownerReferences");
        nulls(pod.withObjectProperty("spec"), "initContainers", "overhead", "priority", "nodeSelector");
        nulls(pod.withObjectProperty("status"), "containerStatuses", "initContainerStatuses", "conditions");
    })),
    /** Of a newer API server. */
    NEW_FIELDS("pods and nodes have fields of later versions", onObjects(object -> {
        object.withObjectProperty("metadata")
                .putArray("managedFields")
                .addObject()
                .put("manager", "kubelet");
        object.withObjectProperty("spec").put("fieldOfALaterVersion", "x");
        object.withObjectProperty("status").putObject("fieldOfALaterVersion").put("y", 1);
    })),
    /** The kubelet runs them before the others. */
    INIT_CONTAINERS("pods have an ended init container with the amounts of another one", onPods(pod -> {
        if (pod.path("spec").path("containers").isEmpty()) {
            return;
        }
        list(pod.withObjectProperty("spec"), "initContainers")
                .addObject()
                .put("name", "shape-init")
                .set(
                        "resources",
                        pod.path("spec")
                                .path("containers")
                                .path(0)
                                .path("resources")
                                .deepCopy());
        ObjectNode status =
                list(pod.withObjectProperty("status"), "initContainerStatuses").addObject();
        status.put("name", "shape-init").put("containerID", "containerd://5badcafe");
        status.putObject("state").putObject("terminated").put("exitCode", 0);
    })),
    /** 2 is 2000m. */
    MILLIS("amounts are written in thousandths", amounts(decimal -> TextNode.valueOf(thousandths(decimal) + "m"))),
    /** 2 is 2e0. */
    EXPONENTS("amounts are written with exponents", amounts(decimal -> {
        BigDecimal plain = decimal.stripTrailingZeros();
        return TextNode.valueOf(plain.unscaledValue() + "e" + -plain.scale());
    })),
    /** JSON has numbers. */
    NUMBERS(
            "whole amounts are numbers of JSON",
            amounts(decimal -> isInt(decimal)
                    ? JsonNodeFactory.instance.numberNode(decimal.longValueExact())
                    : TextNode.valueOf(decimal.toPlainString()))),
    /** Objects of JSON have no order. */
    REVERSED("objects have their fields in another order", Shapes::reversed),
    /** Only ages count. */
    LATER("everything happens three years later", node -> {
        if (node.has("now")) {
            ((ObjectNode) node).put("now", node.path("now").asLong() + 94_608_000_000L);
        }
        return node;
    }),
    /** A series may come in parts. */
    PARTS("series of samples come in parts", node -> {
        if (node.path("samples").path(0).has("points")) {
            ((ObjectNode) node).set("samples", parts((ArrayNode) node.path("samples")));
        }
        return node;
    }),
    /** Go leaves out what is empty. */
    EMPTY("lists and objects without content are left out", input -> {
        for (String name : List.of("pods", "samples", "policyStatus", "nodeTopologyAnnotations", "files", "models")) {
            if (input.path(name).isContainerNode() && input.path(name).isEmpty()) {
                ((ObjectNode) input).remove(name);
            }
        }
        return input;
    }),
    /** Files of the kernel end with one. */
    LINES("files end with a line feed", node -> onFiles(node, text -> text.endsWith("\n") ? text : text + "\n"));

    private final String title;
    private final UnaryOperator<JsonNode> change;

    Shapes(String title, UnaryOperator<JsonNode> change) {
        this.title = title;
        this.change = change;
    }

    String title() {
        return title;
    }

    /** The same input in this form. */
    JsonNode of(JsonNode input) {
        return change.apply(input.deepCopy());
    }

    private interface Change {
        void change(ObjectNode object);
    }

    private static UnaryOperator<JsonNode> onPods(Change change) {
        return input -> {
            List<JsonNode> pods = new ArrayList<>(List.of(input.path("pod")));
            input.path("pods").forEach(pods::add);
            pods.stream().filter(JsonNode::isObject).forEach(pod -> change.change((ObjectNode) pod));
            return input;
        };
    }

    private static UnaryOperator<JsonNode> onObjects(Change change) {
        return input -> {
            List<JsonNode> objects = new ArrayList<>(List.of(input.path("pod"), input.path("node")));
            input.path("pods").forEach(objects::add);
            // In some suites these are usages, and numbers of nodes.
            objects.stream()
                    .filter(one -> one.path("metadata").isObject())
                    .forEach(one -> change.change((ObjectNode) one));
            return input;
        };
    }

    private static void nulls(ObjectNode object, String... fields) {
        for (String field : fields) {
            if (!object.has(field)) {
                object.putNull(field);
            }
        }
    }

    private static ArrayNode list(ObjectNode object, String field) {
        return object.path(field).isArray() ? (ArrayNode) object.path(field) : object.putArray(field);
    }

    private static UnaryOperator<JsonNode> amounts(Function<BigDecimal, JsonNode> notation) {
        Set<String> maps = Set.of("requests", "limits", "capacity", "allocatable");
        return input -> {
            List<JsonNode> objects = new ArrayList<>(List.of(input.path("pod"), input.path("node")));
            input.path("pods").forEach(objects::add);
            objects.forEach(object ->
                    maps.forEach(name -> object.findValues(name).forEach(amounts -> rewrite(amounts, notation))));
            return input;
        };
    }

    private static void rewrite(JsonNode amounts, Function<BigDecimal, JsonNode> notation) {
        if (amounts instanceof ObjectNode map) {
            for (Map.Entry<String, JsonNode> amount : List.copyOf(map.properties())) {
                if (amount.getValue().isValueNode() && !amount.getValue().isNull()) {
                    map.set(
                            amount.getKey(),
                            notation.apply(Quantity.getAmountInBytes(
                                    new Quantity(amount.getValue().asText()))));
                }
            }
        }
    }

    private static String thousandths(BigDecimal decimal) {
        return decimal.movePointRight(3).stripTrailingZeros().toPlainString();
    }

    private static boolean isInt(BigDecimal decimal) {
        return decimal.stripTrailingZeros().scale() <= 0;
    }

    private static JsonNode reversed(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(object.properties());
            Collections.reverse(fields);
            ObjectNode copy = Json.MAPPER.createObjectNode();
            fields.forEach(field -> copy.set(field.getKey(), reversed(field.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = Json.MAPPER.createArrayNode();
            array.forEach(one -> copy.add(reversed(one)));
            return copy;
        }
        return node;
    }

    private static ArrayNode parts(ArrayNode samples) {
        ArrayNode parts = Json.MAPPER.createArrayNode();
        for (JsonNode series : samples) {
            for (JsonNode point : series.path("points")) {
                ObjectNode part = parts.addObject();
                part.setAll((ObjectNode) series);
                part.set("points", Json.MAPPER.createArrayNode().add(point));
            }
        }
        return parts;
    }

    private static JsonNode onFiles(JsonNode input, UnaryOperator<String> content) {
        List<JsonNode> trees = new ArrayList<>(List.of(input.path("files")));
        input.path("rounds").forEach(round -> trees.add(round.path("files")));
        trees.stream().filter(JsonNode::isObject).forEach(tree -> {
            for (Map.Entry<String, JsonNode> file : List.copyOf(tree.properties())) {
                if (file.getValue().isTextual()) {
                    ((ObjectNode) tree)
                            .put(file.getKey(), content.apply(file.getValue().asText()));
                }
            }
        });
        return input;
    }

    private static final Pattern POD_SLICE = Pattern.compile("kubepods-(?:burstable-|besteffort-)?pod([^/]*?)\\.slice");
    private static final Pattern SCOPE = Pattern.compile("(?:cri-containerd|docker|crio|pouch)-([^/]*?)\\.scope");

    /** The same paths below the other driver of control groups; only of texts that are paths. */
    static JsonNode ofCgroupfs(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(ofCgroupfs(node.asText()));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = Json.MAPPER.createObjectNode();
            object.properties().forEach(field -> copy.set(ofCgroupfs(field.getKey()), ofCgroupfs(field.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = Json.MAPPER.createArrayNode();
            array.forEach(one -> copy.add(ofCgroupfs(one)));
            return copy;
        }
        return node;
    }

    private static String ofCgroupfs(String text) {
        if (text.equals("systemd")) {
            return "cgroupfs";
        }
        String pods = POD_SLICE
                .matcher(text)
                .replaceAll(found -> "pod" + found.group(1).replace('_', '-'));
        return SCOPE.matcher(pods)
                .replaceAll("$1")
                .replace("kubepods-burstable.slice", "burstable")
                .replace("kubepods-besteffort.slice", "besteffort")
                .replace("kubepods.slice", "kubepods");
    }
}
