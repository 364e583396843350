package io.koordbridge.koordlet.app;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An API server in this JVM with one node, for agents in another. */
public final class FakeCluster implements AutoCloseable {

    public static final String NODE = "node-a";
    private static final int SLOW_MILLIS = 120_000;

    private final KubernetesMockServer server;
    private final KubernetesClient client;

    public FakeCluster() {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.start();
        // Also for a guest in which everything takes ten times as long.
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(url())
                .withRequestTimeout(SLOW_MILLIS)
                .withConnectionTimeout(SLOW_MILLIS)
                .build();
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    public KubernetesClient client() {
        return client;
    }

    public void createNode(int cores, String memory) {
        Map<String, Quantity> size = Map.of("cpu", new Quantity(String.valueOf(cores)), "memory", new Quantity(memory));
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(NODE)
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(size)
                        .withAllocatable(size)
                        .endStatus()
                        .build())
                .create();
    }

    public void createNodeMetric(long intervalSeconds, long windowSeconds) {
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName(NODE);
        metric.setSpec(new NodeMetricSpec(new MetricCollectPolicy(windowSeconds, intervalSeconds, null, null)));
        client.resource(metric).create();
    }

    public NodeMetric nodeMetric() {
        return client.resources(NodeMetric.class).withName(NODE).get();
    }

    /** Creates or replaces. */
    public void putNodeSlo(boolean enable, long thresholdPercent, String policy) {
        ResourceThresholdStrategy strategy = new ResourceThresholdStrategy(
                enable,
                thresholdPercent,
                null,
                policy,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        putNodeSlo(new NodeSloSpec(strategy, null, null, null, null, null));
    }

    /** Creates or replaces. */
    public void putNodeSlo(NodeSloSpec spec) {
        NodeSLO slo = new NodeSLO();
        slo.getMetadata().setName(NODE);
        slo.setSpec(spec);
        if (client.resources(NodeSLO.class).withName(NODE).get() == null) {
            client.resource(slo).create();
        } else {
            client.resource(slo).update();
        }
    }

    /** A running pod; its QoS label may be empty. */
    public Pod createPod(String name, String uid, String kubeQos, String qosLabel, String containerId) {
        Map<String, Quantity> batch =
                Map.of(ResourceNames.BATCH_CPU, new Quantity("500"), ResourceNames.BATCH_MEMORY, new Quantity("256Mi"));
        boolean isBatch = qosLabel.equals("BE");
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .withUid(uid)
                .withLabels(qosLabel.isEmpty() ? Map.of() : Map.of(Labels.POD_QOS_CLASS, qosLabel))
                .endMetadata()
                .withNewSpec()
                .withNodeName(NODE)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(isBatch ? batch : Map.of())
                .withLimits(isBatch ? batch : Map.of())
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass(kubeQos)
                .addNewContainerStatus()
                .withName("main")
                .withContainerID("containerd://" + containerId)
                .withRestartCount(0)
                .withReady(true)
                .withImage("none")
                .withImageID("none")
                .endContainerStatus()
                .endStatus()
                .build();
        return client.resource(pod).create();
    }

    public List<Pod> pods() {
        return client.pods().inAnyNamespace().list().getItems();
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }
}
