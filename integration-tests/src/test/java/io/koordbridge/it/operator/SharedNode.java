package io.koordbridge.it.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.annotation.YarnEvicted;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node whose batch capacity the test sets and whose pods' share it publishes, as the manager does. */
final class SharedNode implements AutoCloseable {
    static final String NAME = "shared-1";
    private static final Logger LOG = LoggerFactory.getLogger(SharedNode.class);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final String nodeId;
    private final ScheduledExecutorService publisher = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> publishing;

    SharedNode(RealControlPlane controlPlane, String nodeId) {
        client = controlPlane.client();
        controlPlane.createNode(NAME, Map.of("cpu", "32", "memory", "64Gi", "pods", "110"));
        controlPlane.createNamespace("hadoop");
        this.nodeId = nodeId;
        addNodeManagerPod();
        publishing = publisher.scheduleWithFixedDelay(this::publish, 0, 100, TimeUnit.MILLISECONDS);
    }

    void addNodeManagerPod() {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("nm-0")
                        .withNamespace("hadoop")
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.YARN_NODE_ID, nodeId)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NAME)
                        .addNewContainer()
                        .withName("nm")
                        .withImage("nodemanager")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    void removeNodeManagerPod() {
        List<StatusDetails> gone = client.pods()
                .inNamespace("hadoop")
                .withName("nm-0")
                .withGracePeriod(0)
                .delete();
        LOG.debug("pod of the NodeManager removed {}", gone);
    }

    /** What the node offers for batch from now on. */
    void origin(long milliCpu, long mebibytes) {
        String text = AnnotationCodec.write(new ResourceListDocument(Map.of(
                ResourceNames.BATCH_CPU, Quantities.ofDecimal(milliCpu),
                ResourceNames.BATCH_MEMORY, Quantities.ofBytes(mebibytes << 20))));
        client.nodes()
                .withName(NAME)
                .patch(
                        MERGE,
                        client.getKubernetesSerialization()
                                .asJson(Map.of(
                                        "metadata",
                                        Map.of("annotations", Map.of(Annotations.NODE_ORIGIN_ALLOCATABLE, text)))));
    }

    /** What the node agent says that it evicted from YARN. */
    void evicted(long bytes) {
        String text =
                AnnotationCodec.write(new YarnEvicted(null, bytes, Instant.now().toString()));
        Map<String, Object> annotations = Map.of("annotations", Map.of(Annotations.NODE_YARN_EVICTED, text));
        client.nodes()
                .withName(NAME)
                .patch(MERGE, client.getKubernetesSerialization().asJson(Map.of("metadata", annotations)));
    }

    /** As if YARN had never had a lease here. */
    void removeLease() {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.NODE_YARN_LEASE, null);
        client.nodes()
                .withName(NAME)
                .patch(
                        MERGE,
                        client.getKubernetesSerialization()
                                .asJson(Map.of("metadata", Map.of("annotations", annotations))));
    }

    /** The lease as people see it on the node. */
    Optional<YarnLease> lease() {
        return AnnotationCodec.read(node(), Annotations.NODE_YARN_LEASE, YarnLease.class);
    }

    /** Milli-cores that the annotation reserves for YARN. */
    long reservedMilliCpu() {
        return reserved(node(), ResourceNames.BATCH_CPU);
    }

    /** The annotation with all that is reserved, as it is written; empty when there is none. */
    String reservation() {
        return AnnotationCodec.text(node(), Annotations.NODE_THIRD_PARTY_ALLOCATIONS)
                .orElse("");
    }

    /** YARN's part of the origin, from 0 to 1. */
    void yarnShare(String share) {
        Map<String, String> labels = Map.of(Labels.NODE_YARN_SHARE, share);
        client.nodes()
                .withName(NAME)
                .patch(MERGE, client.getKubernetesSerialization().asJson(Map.of("metadata", Map.of("labels", labels))));
    }

    /** Milli-cores that the status offers to pods. */
    long offeredMilliCpu() {
        return Quantities.value(node().getStatus().getAllocatable(), ResourceNames.BATCH_CPU);
    }

    Node node() {
        return client.nodes().withName(NAME).get();
    }

    private static long reserved(Node node, String resource) {
        List<ThirdPartyAllocation> entries = AnnotationCodec.read(
                        node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, ThirdPartyAllocations.class)
                .map(ThirdPartyAllocations::allocations)
                .orElse(List.of());
        return entries.stream()
                .mapToLong(entry -> Quantities.value(entry.resources(), resource))
                .sum();
    }

    private void publish() {
        try {
            Node node = node();
            Optional<ResourceListDocument> origin =
                    AnnotationCodec.read(node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class);
            if (origin.isPresent()) {
                publish(node, origin.get(), ResourceNames.BATCH_CPU);
                publish(node, origin.get(), ResourceNames.BATCH_MEMORY);
            }
        } catch (KubernetesClientException e) {
            LOG.debug("the API server is away, published later", e);
        }
    }

    private void publish(Node node, ResourceListDocument origin, String resource) {
        long share = Math.max(Quantities.value(origin.resources(), resource) - reserved(node, resource), 0);
        if (share != Quantities.value(node.getStatus().getAllocatable(), resource)) {
            Map<String, String> amount = Map.of(resource, Long.toString(share));
            client.nodes()
                    .withName(NAME)
                    .subresource("status")
                    .patch(
                            MERGE,
                            client.getKubernetesSerialization()
                                    .asJson(Map.of("status", Map.of("allocatable", amount, "capacity", amount))));
        }
    }

    @Override
    public void close() {
        publishing.cancel(false);
        publisher.shutdownNow();
    }
}
