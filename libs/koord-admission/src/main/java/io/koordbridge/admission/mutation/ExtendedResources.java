package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ContainerResources;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.Scalar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the annotation with each container's batch requests and limits for the node agent. */
@PureCore
final class ExtendedResources {

    private static final List<String> NAMES = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final ObjectSchema LISTS = ObjectSchema.of(
            Field.of("limits", new MapSchema(Scalar.QUANTITY)), Field.of("requests", new MapSchema(Scalar.QUANTITY)));
    private static final ObjectSchema DOCUMENT = ObjectSchema.of(Field.of("containers", new MapSchema(LISTS)));

    private ExtendedResources() {}

    static void annotate(ObjectNode pod) {
        Map<String, ContainerResources> wanted = collect(pod);
        String text = PodTree.texts(pod, "annotations").get(Annotations.POD_EXTENDED_RESOURCE_SPEC);
        Map<String, ContainerResources> present = parse(text);
        if (wanted.equals(present)) {
            return;
        }
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        if (!wanted.isEmpty()) {
            ObjectNode containers = document.putObject("containers");
            wanted.forEach((name, resources) -> {
                ObjectNode container = containers.putObject(name);
                put(container, "limits", resources.limits());
                put(container, "requests", resources.requests());
            });
        }
        PodTree.metadata(pod, "annotations").put(Annotations.POD_EXTENDED_RESOURCE_SPEC, document.toString());
    }

    private static Map<String, ContainerResources> collect(ObjectNode pod) {
        Map<String, ContainerResources> found = new TreeMap<>();
        for (ObjectNode container : PodTree.containers(pod, "containers")) {
            Map<String, Quantity> limits = batch(container.path("resources").path("limits"));
            Map<String, Quantity> requests = batch(container.path("resources").path("requests"));
            if (!limits.isEmpty() || !requests.isEmpty()) {
                found.put(container.path("name").asText(""), resources(limits, requests));
            }
        }
        return found;
    }

    /** Read as the reference reads it: names in any case, null like absent, amounts strictly. */
    private static Map<String, ContainerResources> parse(@Nullable String text) {
        if (text == null || text.strip().equals("null")) {
            return Map.of();
        }
        Decoded document = DocumentDecoder.decode(Annotations.POD_EXTENDED_RESOURCE_SPEC, text, DOCUMENT);
        if (!document.readable()) {
            throw new RefusedException(document.problems().get(0).message());
        }
        Map<String, ContainerResources> containers = new TreeMap<>();
        for (Map.Entry<String, JsonNode> one :
                document.tree().path("containers").properties()) {
            containers.put(
                    one.getKey(),
                    resources(
                            quantities(one.getValue().path("limits")),
                            quantities(one.getValue().path("requests"))));
        }
        return containers;
    }

    private static Map<String, Quantity> quantities(JsonNode list) {
        Map<String, Quantity> quantities = new TreeMap<>();
        for (Map.Entry<String, JsonNode> one : list.properties()) {
            quantities.put(one.getKey(), new Quantity(one.getValue().asText()));
        }
        return quantities;
    }

    private static ContainerResources resources(Map<String, Quantity> limits, Map<String, Quantity> requests) {
        return new ContainerResources(limits.isEmpty() ? null : limits, requests.isEmpty() ? null : requests);
    }

    private static Map<String, Quantity> batch(JsonNode list) {
        Map<String, Quantity> batch = new TreeMap<>();
        for (String name : NAMES) {
            JsonNode amount = list.get(name);
            if (amount != null && !amount.isNull()) {
                batch.put(
                        name,
                        QuantityReader.ofJson(amount)
                                .orElseThrow(() ->
                                        new RefusedException(name + " '" + amount.asText("") + "' is not a quantity")));
            }
        }
        return batch;
    }

    private static void put(ObjectNode container, String field, @Nullable Map<String, Quantity> list) {
        if (list != null) {
            ObjectNode into = container.putObject(field);
            new TreeMap<>(list).forEach((name, quantity) -> into.put(name, quantity.toString()));
        }
    }
}
