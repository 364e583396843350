package io.koordbridge.it.manager;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A real API server with all our kinds, and what agents and people do in it. */
public final class ManagerCluster {
    static final String NAMESPACE = "koordinator-system";
    static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    static final Duration SOON = Duration.ofMinutes(3);
    private static final String ORIGIN = "node.koordinator.sh/originExtendedAllocatable";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;

    public ManagerCluster(RealControlPlane controlPlane) throws IOException {
        client = controlPlane.client();
        ChartDefinitions.install(client);
        controlPlane.createNamespace(NAMESPACE);
    }

    void load(String yaml) {
        load(client, yaml);
    }

    public static void load(KubernetesClient client, String yaml) {
        List<HasMetadata> objects = client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items();
        objects.forEach(object -> client.resource(object).createOr(NonDeletingOperation::update));
    }

    /** With suppression on, which the capacity of a node depends on. */
    public void configure(String colocation) {
        configure(Map.of(
                "colocation-config",
                colocation,
                "resource-threshold-config",
                "{\"clusterStrategy\": {\"enable\": true}}"));
    }

    public void configure(Map<String, String> data) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName("slo-controller-config")
                        .endMetadata()
                        .withData(data)
                        .build())
                .createOr(NonDeletingOperation::update);
    }

    public String newNode(String name) {
        return newNode(name, Map.of());
    }

    public String newNode(String name, Map<String, String> annotations) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build())
                .create();
        String amounts = "{\"cpu\": \"16\", \"memory\": \"64Gi\", \"pods\": \"110\"}";
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(MERGE, "{\"status\": {\"capacity\": %s, \"allocatable\": %s}}".formatted(amounts, amounts));
        await().atMost(SOON)
                .until(() -> client.resources(NodeMetric.class).withName(name).get() != null);
        return name;
    }

    public void report(String node, int systemMilliCpu) {
        report(node, systemMilliCpu, Instant.now());
    }

    void report(String node, int systemMilliCpu, Instant at) {
        report(node, systemMilliCpu, 0, at);
    }

    void report(String node, int systemMilliCpu, int reclaimableMilliCpu, Instant at) {
        String status =
                """
                {"status": {"updateTime": "%s", "nodeMetric": {
                  "nodeUsage": {"resources": {"cpu": "%dm", "memory": "4Gi"}},
                  "systemUsage": {"resources": {"cpu": "%dm", "memory": "4Gi"}}},
                  "prodReclaimableMetric": {"resource": {"resources": {"cpu": "%dm", "memory": "0"}}}}}
                """.formatted(at.truncatedTo(ChronoUnit.SECONDS), systemMilliCpu, systemMilliCpu, reclaimableMilliCpu);
        client.resources(NodeMetric.class).withName(node).subresource("status").patch(MERGE, status);
    }

    /**
     * Waits until a call through a webhook is answered as it shall be, by a dry run. The API server follows its own configuration
     * a moment late: until then it passes a webhook by, or does not trust it yet.
     */
    public static void awaitAnswer(Callable<Boolean> asItShallBe) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(asItShallBe);
    }

    /** Reports that profiles did not change a pod of the namespace "team". */
    List<Event> misses(String pod) {
        return events(client, "team", pod).stream()
                .filter(event -> event.getReason().equals("ColocationProfileMissed"))
                .toList();
    }

    static List<Event> events(KubernetesClient client, String namespace, String object) {
        return client.v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.name", object)
                .list()
                .getItems();
    }

    /** A pod whose label says that it is batch work. */
    static Pod pod(String namespace, String name) {
        Pod pod = pod(namespace, name, Map.of("job", "batch"));
        Map<String, Quantity> requests = Map.of("cpu", new Quantity("1500m"), "memory", new Quantity("1Gi"));
        pod.getSpec()
                .getContainers()
                .get(0)
                .setResources(
                        new ResourceRequirementsBuilder().withRequests(requests).build());
        return pod;
    }

    /** A pod that asks for nothing. */
    static Pod pod(String namespace, @Nullable String name, Map<String, String> labels) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("example.invalid/none")
                .endContainer()
                .endSpec()
                .build();
    }

    /** A pod whose limits are its requests. */
    static Pod pod(String namespace, String name, Map<String, String> labels, Map<String, String> amounts) {
        Map<String, Quantity> resources = new HashMap<>();
        amounts.forEach((resource, amount) -> resources.put(resource, new Quantity(amount)));
        Pod pod = pod(namespace, name, labels);
        pod.getSpec()
                .getContainers()
                .get(0)
                .setResources(new ResourceRequirementsBuilder()
                        .withRequests(resources)
                        .withLimits(resources)
                        .build());
        return pod;
    }

    public long batchMilliCpu(String node) {
        Quantity quantity =
                client.nodes().withName(node).get().getStatus().getAllocatable().get(BATCH_CPU);
        return quantity == null ? -1 : quantity.getNumericalAmount().longValueExact();
    }

    long originMilliCpu(String node) {
        Node read = client.nodes().withName(node).get();
        ResourceListDocument origin =
                AnnotationCodec.read(read, ORIGIN, ResourceListDocument.class).orElseThrow();
        return Quantities.value(origin.resources(), BATCH_CPU);
    }

    String version(String node) {
        return client.nodes().withName(node).get().getMetadata().getResourceVersion();
    }
}
