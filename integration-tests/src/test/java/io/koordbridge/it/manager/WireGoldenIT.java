package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the reference's agents and schedulers find in a real API server after our manager wrote it, against what the vectors record of the
 * reference's manager. The API server's own view counts: a field that a definition does not name would be dropped there.
 */
class WireGoldenIT {
    private static final Duration SOON = ManagerCluster.SOON;
    private static final AtomicInteger NODES = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        client = controlPlane.client();
        new ManagerCluster(controlPlane).configure("{\"enable\": true}");
        manager = ManagerUnderTest.start("koord-manager", controlPlane.kubeconfig(), directory, FreePorts.find(3));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> storesTheNodeSloThatTheReferenceStores() {
        return cases("manager/nodeslo-render", "/input/steps")
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    String node = nodeOf(one, one.input().at("/steps/0/data"));
                    JsonNode expected = one.expect().path("spec");

                    await().atMost(SOON).untilAsserted(() -> {
                        JsonNode stored = spec("NodeSLO", node);
                        for (JsonNode section : one.input().path("sections")) {
                            assertSame(expected.path(section.asText()), stored.path(section.asText()));
                        }
                    });
                }));
    }

    @TestFactory
    Stream<DynamicTest> storesTheNodeMetricSpecThatTheReferenceStores() {
        return cases("manager/nodemetric-lifecycle", "/input/configSteps")
                .filter(one -> one.expect().path("action").asText().equals("create"))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    String node = nodeOf(one, one.input().at("/configSteps/0/data"));
                    JsonNode expected = one.expect().path("spec");

                    await().atMost(SOON).untilAsserted(() -> assertSame(expected, spec("NodeMetric", node)));
                }));
    }

    /** Those that one configuration leads to; a sequence of them is the matter of the manager's own tests. */
    private static Stream<Suite.Case> cases(String suite, String steps) {
        return Vectors.suite(suite).cases().stream()
                .filter(one -> one.expect().path("spec").isObject()
                        && one.input().path("oldSpec").isMissingNode()
                        && one.input().path(steps.substring("/input/".length())).size() == 1
                        && one.input()
                                .path(steps.substring("/input/".length()))
                                .get(0)
                                .path("data")
                                .isObject());
    }

    private static String nodeOf(Suite.Case one, JsonNode data) {
        Map<String, String> texts = new HashMap<>();
        data.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(ManagerCluster.NAMESPACE)
                        .withName("slo-controller-config")
                        .endMetadata()
                        .withData(texts)
                        .build())
                .createOr(NonDeletingOperation::update);
        String name = "golden-" + NODES.incrementAndGet();
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(texts(one.input().at("/node/metadata/labels")))
                        .withAnnotations(texts(one.input().at("/node/metadata/annotations")))
                        .endMetadata()
                        .build())
                .create();
        return name;
    }

    private static Map<String, String> texts(JsonNode fields) {
        Map<String, String> texts = new HashMap<>();
        fields.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static JsonNode spec(String kind, String name) {
        GenericKubernetesResource stored = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                        .withGroup("slo.koordinator.sh")
                        .withVersion("v1alpha1")
                        .withKind(kind)
                        .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
                        .withNamespaced(false)
                        .build())
                .withName(name)
                .get();
        assertThat(stored).as(kind + " " + name).isNotNull();
        return Json.tree(stored).path("spec");
    }

    private static void assertSame(JsonNode expected, JsonNode stored) {
        Optional<String> difference = Json.difference(expected, stored, 0);
        assertThat(difference).as(Json.pretty(stored)).isEmpty();
    }
}
