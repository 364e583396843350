package io.koordbridge.bench.descheduler;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.EtcdLoad;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** A real API server with nodes of 16 cores, their pods and reports; some of them are overloaded. */
final class LoadedNodes implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String TEMPLATE = "template-object";
    private static final String POD = "template-pod";
    private static final String OWNER_UID = "template-owner-uid";
    private static final String OWNER_NAME = "template-owner";
    private static final int REPLICAS = 50;
    private static final int HOT_MILLI_CPU = 280;
    private static final int COOL_MILLI_CPU = 80;

    private final RealControlPlane controlPlane;

    private LoadedNodes(RealControlPlane controlPlane) {
        this.controlPlane = controlPlane;
    }

    static LoadedNodes start(DeschedulerOptions options, Consumer<String> progress) {
        progress.accept("starting etcd and the API server");
        LoadedNodes nodes = new LoadedNodes(
                RealControlPlane.start(RealControlPlane.Options.apiServerOnly().withAudit()));
        ChartDefinitions.install(nodes.client());
        nodes.controlPlane.createNamespace("koordinator-system");
        nodes.fill(options);
        progress.accept("the API server serves " + options.nodes() + " nodes with " + options.podsPerNode()
                + " pods each, " + options.hot() + " of them overloaded");
        return nodes;
    }

    RealControlPlane controlPlane() {
        return controlPlane;
    }

    private KubernetesClient client() {
        return controlPlane.client();
    }

    private void fill(DeschedulerOptions options) {
        int pods = options.nodes() * options.podsPerNode();
        List<ReplicaSet> owners = new ArrayList<>();
        for (int number = 0; number < Math.max(1, pods / REPLICAS); number++) {
            owners.add(createReplicaSet("web-" + number));
        }
        controlPlane.createNode(TEMPLATE, Map.of("cpu", "16", "memory", "64Gi", "pods", "250"));
        createPod();
        createReport(options.podsPerNode());
        String node = stored(client().raw("/api/v1/nodes/" + TEMPLATE));
        String pod = stored(client().raw("/api/v1/namespaces/default/pods/" + POD));
        String report = stored(client().raw("/apis/slo.koordinator.sh/v1alpha1/nodemetrics/" + TEMPLATE));
        client().pods().inNamespace("default").withName(POD).withGracePeriod(0).delete();
        client().resources(NodeMetric.class).withName(TEMPLATE).delete();
        client().nodes().withName(TEMPLATE).delete();
        controlPlane.stopApiServer();
        try (EtcdLoad etcd = new EtcdLoad(controlPlane.etcdUrl())) {
            int stored = 0;
            for (int number = 0; number < options.nodes(); number++) {
                String name = "node-%05d".formatted(number);
                etcd.add("minions/" + name, copy(node, name));
                String usage = number < options.hot() ? HOT_MILLI_CPU + "m" : COOL_MILLI_CPU + "m";
                etcd.add("slo.koordinator.sh/nodemetrics/" + name, copy(report.replace("111m", usage), name));
                for (int running = 0; running < options.podsPerNode(); running++) {
                    ReplicaSet owner = owners.get(stored++ % owners.size());
                    String podName = name + "-" + running;
                    etcd.add(
                            "pods/default/" + podName,
                            copy(
                                    pod.replace(POD, podName)
                                            .replace(
                                                    OWNER_UID,
                                                    owner.getMetadata().getUid())
                                            .replace(
                                                    OWNER_NAME,
                                                    owner.getMetadata().getName()),
                                    name));
                }
            }
        }
        controlPlane.startApiServer();
        await("the API server to serve the nodes")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> count() == options.nodes());
    }

    private ReplicaSet createReplicaSet(String name) {
        return client().resource(new ReplicaSetBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(REPLICAS)
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("app", name)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.com/none")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
    }

    private void createPod() {
        client().resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(POD)
                        .withNamespace("default")
                        .addToLabels("app", OWNER_NAME)
                        .addNewOwnerReference()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName(OWNER_NAME)
                        .withUid(OWNER_UID)
                        .withController(true)
                        .endOwnerReference()
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(TEMPLATE)
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.com/none")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("50m"))
                        .addToRequests("memory", new Quantity("64Mi"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        client().pods()
                .inNamespace("default")
                .withName(POD)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"True\"},"
                                + "{\"type\":\"Ready\",\"status\":\"True\"}]}}");
    }

    /** The name of each pod begins with that of its node, which the copies replace. */
    private void createReport(int pods) {
        NodeMetric report = new NodeMetric();
        report.setMetadata(new ObjectMetaBuilder().withName(TEMPLATE).build());
        client().resource(report).create();
        List<String> usages = new ArrayList<>();
        for (int pod = 0; pod < pods; pod++) {
            usages.add("{\"name\":\"" + TEMPLATE + "-" + pod + "\",\"namespace\":\"default\","
                    + "\"podUsage\":{\"resources\":{\"cpu\":\"111m\",\"memory\":\"64Mi\"}}}");
        }
        String system = "{\"resources\":{\"cpu\":\"500m\",\"memory\":\"1Gi\"}}";
        client().resources(NodeMetric.class)
                .withName(TEMPLATE)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"updateTime\":\"" + Instant.now().truncatedTo(ChronoUnit.SECONDS)
                                + "\",\"nodeMetric\":{\"nodeUsage\":" + system + ",\"systemUsage\":" + system
                                + "},\"podsMetric\":[" + String.join(",", usages) + "]}}");
    }

    private long count() {
        var page = client().nodes().list(new ListOptionsBuilder().withLimit(1L).build());
        Long rest = page.getMetadata().getRemainingItemCount();
        return page.getItems().size() + (rest == null ? 0 : rest);
    }

    private static String stored(String answered) {
        try {
            ObjectNode object = (ObjectNode) JSON.readTree(answered);
            ObjectNode metadata = (ObjectNode) object.path("metadata");
            metadata.remove("resourceVersion");
            metadata.put("uid", TEMPLATE + "-uid");
            return object.toString();
        } catch (IOException impossible) {
            throw new UncheckedIOException("not JSON: " + answered, impossible);
        }
    }

    private static String copy(String template, String name) {
        return template.replace(TEMPLATE + "-uid", UUID.randomUUID().toString()).replace(TEMPLATE, name);
    }

    @Override
    public void close() {
        controlPlane.close();
    }
}
