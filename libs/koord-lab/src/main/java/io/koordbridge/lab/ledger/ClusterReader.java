package io.koordbridge.lab.ledger;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads all nodes with a lease from the API server. */
final class ClusterReader {

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final KubernetesClient client;

    ClusterReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * A node that has a lease.
     *
     * @param nodeId of its NodeManager, or its host without the domain where the pod's annotation does not say it; empty without a pod
     */
    record Leased(NodeLook look, Optional<String> nodeId) {}

    /** By name of the Node; pods first, so that one that is bound during the read counts in the next one. */
    Map<String, Leased> read() {
        Map<String, Share> pods = new HashMap<>();
        Map<String, String> nodeIds = new HashMap<>();
        for (Pod pod : client.pods().inAnyNamespace().list().getItems()) {
            String node = pod.getSpec().getNodeName();
            if (node == null || ENDED.contains(String.valueOf(pod.getStatus().getPhase()))) {
                continue;
            }
            pods.merge(node, requests(pod), Share::plus);
            if (isNodeManager(pod)) {
                nodeIds.put(
                        node,
                        AnnotationCodec.text(pod, Annotations.YARN_NODE_ID)
                                .orElse(pod.getMetadata().getName()));
            }
        }
        Map<String, Leased> found = new HashMap<>();
        for (Node node : client.nodes().list().getItems()) {
            String name = node.getMetadata().getName();
            look(node, pods.getOrDefault(name, Share.NONE))
                    .ifPresent(look -> found.put(name, new Leased(look, Optional.ofNullable(nodeIds.get(name)))));
        }
        return found;
    }

    private static boolean isNodeManager(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels != null && Labels.COMPONENT_NODE_MANAGER.equals(labels.get(Labels.COMPONENT));
    }

    private static Share requests(Pod pod) {
        return new Share(
                PodRequests.value(pod, ResourceNames.BATCH_CPU), PodRequests.value(pod, ResourceNames.BATCH_MEMORY));
    }

    private static Optional<NodeLook> look(Node node, Share pods) {
        Optional<List<ThirdPartyAllocation>> entries = AnnotationCodec.read(
                        node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, ThirdPartyAllocations.class)
                .map(ThirdPartyAllocations::allocations);
        Optional<Map<String, Quantity>> origin = AnnotationCodec.read(
                        node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class)
                .map(ResourceListDocument::resources);
        if (entries.isEmpty()
                || origin.isEmpty()
                || entries.get().stream().noneMatch(one -> WellKnown.YARN_ALLOCATION_NAME.equals(one.name()))) {
            return Optional.empty();
        }
        Share reserved = Share.NONE;
        Share others = Share.NONE;
        for (ThirdPartyAllocation entry : entries.get()) {
            if (WellKnown.YARN_ALLOCATION_NAME.equals(entry.name())) {
                reserved = reserved.plus(share(entry.resources()));
            } else {
                others = others.plus(share(entry.resources()));
            }
        }
        return Optional.of(
                new NodeLook(share(origin.get()), share(node.getStatus().getAllocatable()), pods, reserved, others));
    }

    private static Share share(@Nullable Map<String, Quantity> amounts) {
        return new Share(
                Quantities.value(amounts, ResourceNames.BATCH_CPU),
                Quantities.value(amounts, ResourceNames.BATCH_MEMORY));
    }
}
