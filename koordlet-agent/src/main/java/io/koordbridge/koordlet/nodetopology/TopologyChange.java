package io.koordbridge.koordlet.nodetopology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether an object says what it shall say, and what it says afterwards. What others wrote stays. */
@PureCore
final class TopologyChange {

    private static final ObjectMapper JSON = PlainJson.MAPPER;
    private static final String METADATA = "metadata";
    private static final String ADD = "add";
    private static final String NAME = "name";
    private static final String RESOURCES = "resources";

    private TopologyChange() {}

    /** Whether a write is needed. */
    static boolean isNeeded(NodeResourceTopology object, TopologyFacts wanted) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
        Map<String, String> labels =
                Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
        boolean sameAnnotations = wanted.annotations().entrySet().stream()
                .allMatch(one -> isSame(annotations.get(one.getKey()), one.getValue()));
        boolean sameLabel = wanted.numaReservation().isEmpty()
                || wanted.numaReservation().get().equals(labels.get(Labels.NODE_NUMA_RESERVATION));
        boolean samePolicy = List.of(wanted.policy()).equals(object.getTopologyPolicies());
        return !sameAnnotations || !sameLabel || !samePolicy || !sameZones(object, wanted);
    }

    private static boolean isSame(@Nullable String one, String other) {
        return one != null && (one.equals(other) || tree(one).equals(tree(other)));
    }

    /** What cannot be read differs from everything. */
    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.getNodeFactory().missingNode();
        }
    }

    private static boolean sameZones(NodeResourceTopology object, TopologyFacts wanted) {
        List<Zone> zones = Objects.requireNonNullElse(object.getZones(), List.of());
        Set<String> names = wanted.zones().stream().map(Zone::name).collect(Collectors.toSet());
        if (zones.size() != names.size()) {
            return false;
        }
        Map<String, Zone> byName = new HashMap<>();
        zones.forEach(zone -> byName.put(zone.name(), zone));
        return wanted.zones().stream().allMatch(zone -> covers(byName.get(zone.name()), zone));
    }

    private static boolean covers(@Nullable Zone zone, Zone wanted) {
        if (zone == null || !Objects.equals(zone.type(), wanted.type())) {
            return false;
        }
        Map<String, ZoneResource> resources = new HashMap<>();
        Objects.requireNonNullElse(zone.resources(), List.<ZoneResource>of())
                .forEach(one -> resources.put(one.name(), one));
        return Objects.requireNonNullElse(wanted.resources(), List.<ZoneResource>of()).stream()
                .allMatch(one -> isSame(resources.get(one.name()), one));
    }

    private static boolean isSame(@Nullable ZoneResource one, ZoneResource other) {
        return one != null
                && isSame(one.capacity(), other.capacity())
                && isSame(one.allocatable(), other.allocatable())
                && isSame(one.available(), other.available());
    }

    private static boolean isSame(@Nullable Quantity one, @Nullable Quantity other) {
        return one != null && other != null && Quantities.decimal(one).compareTo(Quantities.decimal(other)) == 0;
    }

    /**
     * The JSON patch that makes an object say what it shall say, refused when the object changed since. Zones that are not of this node go; of
     * the others, resources and fields that are not ours stay.
     *
     * @param object as it is now
     */
    static ArrayNode patch(JsonNode object, TopologyFacts wanted) {
        ArrayNode patch = JSON.createArrayNode();
        JsonNode metadata = object.path(METADATA);
        operation(patch, "test", "/metadata/resourceVersion", metadata.path("resourceVersion"));
        ObjectNode annotations = copy(metadata.path("annotations"));
        wanted.annotations().forEach(annotations::put);
        operation(patch, ADD, "/metadata/annotations", annotations);
        wanted.numaReservation().ifPresent(value -> {
            ObjectNode labels = copy(metadata.path("labels"));
            operation(patch, ADD, "/metadata/labels", labels.put(Labels.NODE_NUMA_RESERVATION, value));
        });
        operation(patch, ADD, "/topologyPolicies", JSON.createArrayNode().add(wanted.policy()));
        ArrayNode zones = JSON.createArrayNode();
        for (Zone zone : wanted.zones()) {
            zones.add(merged(find(object.path("zones"), String.valueOf(zone.name())), JSON.valueToTree(zone)));
        }
        operation(patch, ADD, "/zones", zones);
        return patch;
    }

    private static void operation(ArrayNode patch, String kind, String path, JsonNode value) {
        patch.addObject().put("op", kind).put("path", path).set("value", value);
    }

    private static ObjectNode copy(JsonNode map) {
        return map.isObject() ? map.deepCopy() : JSON.createObjectNode();
    }

    private static @Nullable JsonNode find(JsonNode list, String name) {
        for (JsonNode one : list) {
            if (one.path(NAME).asText().equals(name)) {
                return one;
            }
        }
        return null;
    }

    private static JsonNode merged(@Nullable JsonNode before, ObjectNode zone) {
        if (before == null || !before.isObject()) {
            return zone;
        }
        ArrayNode resources = (ArrayNode) zone.path(RESOURCES);
        for (JsonNode one : before.path(RESOURCES)) {
            if (find(resources, one.path(NAME).asText()) == null) {
                resources.add(one);
            }
        }
        ObjectNode all = before.deepCopy();
        all.setAll(zone);
        return all;
    }
}
