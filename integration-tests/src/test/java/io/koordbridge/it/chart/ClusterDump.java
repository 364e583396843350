package io.koordbridge.it.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Every object that an API server serves, of all kinds that it names, without versions and owners of fields. */
public final class ClusterDump {
    /** What comes and goes by itself, and definitions, which Helm leaves by design. */
    private static final Set<String> NOT_COMPARED =
            Set.of("events", "componentstatuses", "customresourcedefinitions", "apiservices");

    private ClusterDump() {}

    /** Objects by path. */
    public static Map<String, JsonNode> of(KubernetesClient client) {
        Map<String, JsonNode> objects = new TreeMap<>();
        for (String version : versions(client)) {
            for (JsonNode resource : json(client, version).path("resources")) {
                String name = resource.path("name").asText();
                boolean listed = resource.path("verbs").toString().contains("\"list\"");
                if (listed && !name.contains("/") && !NOT_COMPARED.contains(name)) {
                    for (JsonNode object : json(client, version + "/" + name).path("items")) {
                        objects.put(path(version, name, object), bare((ObjectNode) object));
                    }
                }
            }
        }
        objects.keySet().removeIf(path -> path.contains("/leases/kube-"));
        return objects;
    }

    private static List<String> versions(KubernetesClient client) {
        List<String> versions = new ArrayList<>(List.of("/api/v1"));
        json(client, "/apis")
                .path("groups")
                .forEach(group -> versions.add(
                        "/apis/" + group.at("/preferredVersion/groupVersion").asText()));
        return versions;
    }

    private static String path(String version, String resource, JsonNode object) {
        return version + "/" + resource + "/" + object.at("/metadata/namespace").asText("") + "/"
                + object.at("/metadata/name").asText();
    }

    private static JsonNode bare(ObjectNode object) {
        ObjectNode metadata = object.withObject("/metadata");
        metadata.remove(List.of("resourceVersion", "managedFields", "generation"));
        // An empty map and none are the same; a status of flow control changes by itself.
        metadata.properties()
                .removeIf(
                        field -> field.getValue().isObject() && field.getValue().isEmpty());
        if (object.at("/spec/matchingPrecedence").isInt()
                || object.at("/spec/limited").isObject()) {
            object.remove("status");
        }
        return object;
    }

    private static JsonNode json(KubernetesClient client, String path) {
        return Serialization.unmarshal(client.raw(path), JsonNode.class);
    }
}
