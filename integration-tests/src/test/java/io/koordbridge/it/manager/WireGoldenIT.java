package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the reference's agents and schedulers find in a real API server after our manager wrote it, against what the vectors record of the
 * reference's manager. The API server's own view counts: a field that a definition does not name would be dropped there.
 */
class WireGoldenIT {
    private static final AtomicInteger NODES = new AtomicInteger();

    /** Far below any difference between vectors, and allowed. */
    private static final double EVERY_CHANGE = 1e-9;

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerCluster cluster;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        cluster = new ManagerCluster(controlPlane);
        cluster.configure("{\"enable\": true}");
        GoldenNode.NAMESPACES.forEach(controlPlane::createNamespace);
        GoldenNode.priorities(settled().map(Suite.Case::input))
                .forEach(priority -> cluster.load("""
                        apiVersion: scheduling.k8s.io/v1
                        kind: PriorityClass
                        metadata: {name: %s}
                        value: %d
                        """.formatted(GoldenNode.priorityClass(priority), priority)));
        // The recorded nodes have no suppression, which the reference does not look at.
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory)
                .yaml("allowUnprotected: true\n"));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> storesTheNodeSloThatTheReferenceStores() {
        return rendered("manager/nodeslo-render", "steps")
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    cluster.configure(texts(one.input().at("/steps/0/data")));
                    JsonNode names = one.input().path("sections");
                    JsonNode expected = sections(one.expect().path("spec"), names);

                    try (GoldenNode node = GoldenNode.bare(client, one.input(), newName())) {
                        soon().untilAsserted(() -> assertSame(expected, sections(node.storedSpec("NodeSLO"), names)));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> storesTheNodeMetricSpecThatTheReferenceStores() {
        return rendered("manager/nodemetric-lifecycle", "configSteps")
                .filter(one -> one.expect().path("action").asText().equals("create"))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    cluster.configure(texts(one.input().at("/configSteps/0/data")));
                    JsonNode expected = one.expect().path("spec");

                    try (GoldenNode node = GoldenNode.bare(client, one.input(), newName())) {
                        soon().untilAsserted(() -> assertSame(expected, node.storedSpec("NodeMetric")));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> storesTheCapacityAnnotationsAndZonesThatTheReferenceStores() {
        return settled()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    Map<String, String> configuration = texts(one.input().path("configMapData"));
                    configuration.computeIfPresent("colocation-config", (key, text) -> writingEveryChange(text));
                    cluster.configure(configuration);
                    JsonNode zones = orNone(one.expect().path("zones"));

                    try (GoldenNode node = GoldenNode.create(client, one.input(), newName())) {
                        soon().untilAsserted(() -> {
                            node.report();
                            assertSame(one.expect().path("node"), node.stored());
                            assertSame(zones, node.storedZones());
                        });
                    }
                }));
    }

    @Test
    void storesEventsAboutNodes() {
        String node = cluster.newNode("told", Map.of(Annotations.NODE_NETWORK_BANDWIDTH, "fast"));

        soon().untilAsserted(() -> assertThat(client.v1()
                        .events()
                        .inNamespace("default")
                        .withField("involvedObject.name", node)
                        .list()
                        .getItems())
                .extracting(Event::getReason)
                .contains("NetworkBandwidthAnnotationInvalid"));
    }

    /** Those that one configuration leads to; a sequence of them is the matter of the manager's own tests. */
    private static Stream<Suite.Case> rendered(String suite, String steps) {
        return cases(
                suite,
                one -> one.expect().path("spec").isObject()
                        && one.input().path("oldSpec").isMissingNode()
                        && one.input().path(steps).size() == 1
                        && one.input().path(steps).get(0).path("data").isObject());
    }

    /**
     * Those whose outcome is the same after any number of passes: neither held back because of an earlier write, nor without a readable
     * configuration from the start on, nor with an amplification that follows a normalization one pass later.
     */
    private static Stream<Suite.Case> settled() {
        return cases(
                "manager/noderesource-reconcile",
                one -> !one.input().hasNonNull("lastStatusSync")
                        && one.input()
                                        .path("configMapData")
                                        .path("colocation-config")
                                        .asText()
                                        .length()
                                > 1
                        && !one.input().path("configMapData").has("cpu-normalization-config"));
    }

    private static Stream<Suite.Case> cases(String suite, Predicate<Suite.Case> wanted) {
        List<Suite.Case> cases =
                Vectors.suite(suite).cases().stream().filter(wanted).toList();
        assertThat(cases).as(suite).isNotEmpty();
        return cases.stream();
    }

    /** A first pass may not see all pods yet; what it wrote is then corrected however little it is wrong. */
    private static String writingEveryChange(String colocation) {
        try {
            ObjectNode strategy = (ObjectNode) Json.MAPPER.readTree(colocation);
            return strategy.put("resourceDiffThreshold", EVERY_CHANGE).toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the vector's configuration is no JSON", e);
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(ManagerCluster.SOON).pollInterval(Duration.ofMillis(20));
    }

    private static String newName() {
        return "golden-" + NODES.incrementAndGet();
    }

    private static Map<String, String> texts(JsonNode fields) {
        Map<String, String> texts = new HashMap<>();
        fields.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static JsonNode orNone(JsonNode zones) {
        return zones.isObject() ? zones : Json.MAPPER.createObjectNode();
    }

    /** Those sections that say something; to a reader null is as good as absent. */
    private static ObjectNode sections(JsonNode spec, JsonNode names) {
        ObjectNode sections = Json.MAPPER.createObjectNode();
        names.forEach(name -> {
            if (spec.hasNonNull(name.asText())) {
                sections.set(name.asText(), spec.get(name.asText()));
            }
        });
        return sections;
    }

    private static void assertSame(JsonNode expected, JsonNode stored) {
        Optional<String> difference = Json.difference(expected, stored, 0);
        assertThat(difference).as(Json.pretty(stored)).isEmpty();
    }
}
