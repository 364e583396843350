package io.koordbridge.it.page;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** What manager and agent would have written about one node that shares its capacity. */
final class NodeOnPage {
    static final String NAME = "node-1";

    private NodeOnPage() {}

    /** A node with a NodeManager, a batch pod and a fresh report. */
    static void create(KubernetesClient client, String yarnNodeId) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .addToAnnotations(
                                Annotations.NODE_ORIGIN_ALLOCATABLE,
                                "{\"resources\":{\"kubernetes.io/batch-cpu\":\"6500\",\"kubernetes.io/batch-memory\":\"8Gi\"}}")
                        .endMetadata()
                        .withNewStatus()
                        .addToCapacity(Map.of("cpu", new Quantity("16"), "memory", new Quantity("32Gi")))
                        .addToAllocatable(Map.of("cpu", new Quantity("16"), "memory", new Quantity("32Gi")))
                        // The manager has already taken off as much as YARN may ever reserve here.
                        .addToAllocatable(ResourceNames.BATCH_CPU, new Quantity("2000"))
                        .addToAllocatable(ResourceNames.BATCH_MEMORY, new Quantity("3Gi"))
                        .endStatus()
                        .build())
                .create();
        pod(client, "nm-0", Map.of(), yarnNodeId);
        pod(
                client,
                "batch-0",
                Map.of(ResourceNames.BATCH_CPU, new Quantity("1500"), ResourceNames.BATCH_MEMORY, new Quantity("2Gi")),
                null);
        report(client);
    }

    private static void pod(KubernetesClient client, String name, Map<String, Quantity> requests, String nodeId) {
        ObjectMetaBuilder meta = new ObjectMetaBuilder().withName(name).withNamespace("default");
        if (nodeId != null) {
            meta.addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                    .addToAnnotations(Annotations.YARN_NODE_ID, nodeId);
        }
        client.resource(new PodBuilder()
                        .withMetadata(meta.build())
                        .withNewSpec()
                        .withNodeName(NAME)
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .withRequests(requests)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build())
                .create();
    }

    private static void report(KubernetesClient client) {
        NodeMetric metric = new NodeMetric();
        metric.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        metric.setStatus(new NodeMetricStatus(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                new NodeMetricInfo(usage("7300m", "11Gi"), null, null, null, null),
                List.of(),
                List.of(new HostApplicationMetricInfo("hadoop-yarn", usage("800m", "1Gi"), null, null)),
                null,
                null));
        client.resource(metric).create();
    }

    private static ResourceUsage usage(String cpu, String memory) {
        return ResourceUsage.of(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)));
    }
}
