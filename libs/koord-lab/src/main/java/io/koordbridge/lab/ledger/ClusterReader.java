package io.koordbridge.lab.ledger;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.api.document.yarn.YarnPod;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.HashMap;
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
            if (YarnPod.isNodeManager(pod)) {
                nodeIds.put(
                        node,
                        YarnPod.read(pod)
                                .found()
                                .flatMap(named -> Optional.ofNullable(named.nodeId()))
                                .filter(id -> id.port() > 0)
                                .map(YarnNodeId::toString)
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

    private static Share requests(Pod pod) {
        return new Share(
                PodRequests.value(pod, ResourceNames.BATCH_CPU), PodRequests.value(pod, ResourceNames.BATCH_MEMORY));
    }

    private static Optional<NodeLook> look(Node node, Share pods) {
        ThirdParties entries = readable(node, ThirdParties.read(node)).orElse(ThirdParties.NONE);
        Optional<Map<String, Quantity>> origin =
                readable(node, Origin.read(node)).map(Origin::resources);
        if (origin.isEmpty() || entries.entries().stream().noneMatch(ClusterReader::isYarn)) {
            return Optional.empty();
        }
        Share reserved = Share.NONE;
        Share others = Share.NONE;
        for (ThirdPartyAllocation entry : entries.batch()) {
            if (isYarn(entry)) {
                reserved = reserved.plus(share(entry.resources()));
            } else {
                others = others.plus(share(entry.resources()));
            }
        }
        return Optional.of(
                new NodeLook(share(origin.get()), share(node.getStatus().getAllocatable()), pods, reserved, others));
    }

    private static <T> Optional<T> readable(Node node, Decoded<T> read) {
        if (read.value() == null && !read.isGood()) {
            throw new IllegalStateException("Node/" + node.getMetadata().getName() + ": "
                    + read.problems().get(0).message());
        }
        return read.found();
    }

    private static boolean isYarn(ThirdPartyAllocation entry) {
        return WellKnown.YARN_ALLOCATION_NAME.equals(entry.name());
    }

    private static Share share(@Nullable Map<String, Quantity> amounts) {
        return new Share(
                Quantities.value(amounts, ResourceNames.BATCH_CPU),
                Quantities.value(amounts, ResourceNames.BATCH_MEMORY));
    }
}
