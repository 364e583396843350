package io.koordbridge.it.manager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The node of a vector, and all that belongs to it, in a real API server under a name of its own. */
final class GoldenNode implements AutoCloseable {
    static final Set<String> NAMESPACES = Set.of("prod", "data");

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final JsonNode input;
    private final String name;

    private GoldenNode(KubernetesClient client, JsonNode input, String name) {
        this.client = client;
        this.input = input;
        this.name = name;
    }

    /** Creates the objects; the node last, so that whoever is led by it finds the rest. */
    static GoldenNode create(KubernetesClient client, JsonNode input, String name) {
        GoldenNode node = new GoldenNode(client, input, name);
        input.path("pods").forEach(node::createPod);
        node.createAs("topology.node.k8s.io/v1alpha1", "NodeResourceTopology", input.path("nodeResourceTopology"));
        node.createAs("scheduling.koordinator.sh/v1alpha1", "Device", input.path("device"));
        client.resource(Json.as(named(input.path("node"), name), Node.class)).create();
        return node;
    }

    /** Creates a node with the labels and annotations of the vector's, and nothing else. */
    static GoldenNode bare(KubernetesClient client, JsonNode input, String name) {
        ObjectNode metadata = Json.MAPPER.createObjectNode().put("name", name);
        for (String field : List.of("labels", "annotations")) {
            metadata.set(field, input.at("/node/metadata").path(field));
        }
        Node node = Json.as(Json.MAPPER.createObjectNode().set("metadata", metadata), Node.class);
        client.resource(node).create();
        return new GoldenNode(client, input, name);
    }

    /** The priorities of all pods; each needs a class before pods can have it. */
    static Set<Integer> priorities(Stream<JsonNode> inputs) {
        Set<Integer> priorities = new TreeSet<>();
        inputs.forEach(input -> input.path("pods")
                .forEach(pod -> priorities.add(pod.at("/spec/priority").intValue())));
        return priorities;
    }

    static String priorityClass(int priority) {
        return "golden-" + priority;
    }

    /** Reports what the vector's agent reports, as old as it is there. Without effect while nobody asks for a report. */
    void report() {
        if (!input.hasNonNull("nodeMetric")
                || client.resources(NodeMetric.class).withName(name).get() == null) {
            return;
        }
        ObjectNode status = input.at("/nodeMetric/status").deepCopy();
        Duration age = Duration.between(
                Instant.parse(status.path("updateTime").asText()),
                Instant.parse(input.path("now").asText()));
        status.put(
                "updateTime",
                Instant.now().minus(age).truncatedTo(ChronoUnit.SECONDS).toString());
        for (JsonNode pod : status.path("podsMetric")) {
            ((ObjectNode) pod).put("name", podName(pod));
        }
        ObjectNode patch = Json.MAPPER.createObjectNode().set("status", status);
        client.resources(NodeMetric.class).withName(name).subresource("status").patch(MERGE, patch.toString());
    }

    /** What the API server stores of the node, in the form of the vectors. */
    JsonNode stored() {
        JsonNode node = Json.tree(client.nodes().withName(name).get());
        ObjectNode shown = Json.MAPPER.createObjectNode();
        shown.set("labels", node.at("/metadata/labels"));
        shown.set("annotations", node.at("/metadata/annotations"));
        shown.set("capacity", node.at("/status/capacity"));
        shown.set("allocatable", node.at("/status/allocatable"));
        return shown;
    }

    /** Zone, resource and amount of the stored topology. */
    ObjectNode storedZones() {
        return stored("topology.node.k8s.io/v1alpha1", "NodeResourceTopology", "noderesourcetopologies")
                .map(topology -> zones(topology.path("zones")))
                .orElseGet(Json.MAPPER::createObjectNode);
    }

    private static ObjectNode zones(JsonNode all) {
        ObjectNode zones = Json.MAPPER.createObjectNode();
        for (JsonNode zone : all) {
            ObjectNode amounts = zones.putObject(zone.path("name").asText());
            zone.path("resources").forEach(one -> amounts.set(one.path("name").asText(), one.path("allocatable")));
        }
        return zones;
    }

    /** The specification of a NodeSLO or NodeMetric. */
    JsonNode storedSpec(String kind) {
        return stored("slo.koordinator.sh/v1alpha1", kind, kind.toLowerCase(Locale.ROOT) + "s")
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name))
                .path("spec");
    }

    private Optional<JsonNode> stored(String apiVersion, String kind, String plural) {
        String[] groupAndVersion = apiVersion.split("/", 2);
        GenericKubernetesResource found = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                        .withGroup(groupAndVersion[0])
                        .withVersion(groupAndVersion[1])
                        .withKind(kind)
                        .withPlural(plural)
                        .withNamespaced(false)
                        .build())
                .withName(name)
                .get();
        return Optional.ofNullable(found).map(Json::tree);
    }

    /** Takes the node away, so that later changes of the configuration do not concern it. */
    @Override
    public void close() {
        client.nodes().withName(name).delete();
    }

    private void createPod(JsonNode pod) {
        ObjectNode whole = named(pod, podName(pod.path("metadata")));
        ObjectNode spec = whole.withObject("/spec");
        spec.put("priorityClassName", priorityClass(spec.path("priority").intValue()));
        spec.put("nodeName", name);
        for (JsonNode container : spec.path("containers")) {
            ((ObjectNode) container).put("image", "example.invalid/none");
        }
        Pod created = client.resource(Json.as(whole, Pod.class)).create();
        ObjectNode status = Json.MAPPER.createObjectNode().set("status", pod.path("status"));
        client.pods()
                .inNamespace(created.getMetadata().getNamespace())
                .withName(created.getMetadata().getName())
                .subresource("status")
                .patch(MERGE, status.toString());
    }

    private String podName(JsonNode pod) {
        return name + "-" + pod.path("name").asText();
    }

    private void createAs(String apiVersion, String kind, JsonNode object) {
        if (object.isObject()) {
            ObjectNode whole = named(object, name).put("apiVersion", apiVersion).put("kind", kind);
            client.resource(Json.as(whole, GenericKubernetesResource.class)).create();
        }
    }

    private static ObjectNode named(JsonNode object, String name) {
        ObjectNode copy = object.deepCopy();
        copy.withObject("/metadata").put("name", name);
        return copy;
    }
}
