package io.koordbridge.yarnoperator.reference;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.ThirdPartyEntries;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One pass of the reference over one node. */
@PureCore
public final class ReferenceRule {

    private static final Outcome NOTHING = new Outcome(List.of(), null, false);
    private static final Outcome ERROR = new Outcome(List.of(), null, true);

    private ReferenceRule() {}

    /** What the ResourceManager of one cluster reports and answers. */
    public record Cluster(Map<String, YarnAmount> usedOfRunning, boolean rejectsUpdates) {

        public Cluster {
            usedOfRunning = Map.copyOf(usedOfRunning);
        }
    }

    /** An update call; the overcommit timeout is left unset. */
    public record UpdateCall(String cluster, String host, int port, int vcores, long memoryMb) {}

    /**
     * Outcome of the pass.
     *
     * @param allocations what is written to the Node, null when nothing is
     * @param error whether the pass fails and is repeated
     */
    public record Outcome(
            List<UpdateCall> updates, @Nullable ThirdPartyAllocations allocations, boolean error) {}

    private record YarnNode(String host, int port, @Nullable String cluster) {}

    /**
     * One pass.
     *
     * @param node null when it does not exist
     * @param clusters by cluster id, empty for the default one
     */
    public static Outcome reconcile(@Nullable Node node, List<Pod> pods, Map<String, Cluster> clusters) {
        if (node == null) {
            return NOTHING;
        }
        String name = node.getMetadata().getName();
        Optional<Pod> manager = pods.stream().filter(pod -> manages(pod, name)).findFirst();
        if (manager.isEmpty()) {
            return new Outcome(List.of(), allocations(node, YarnAmount.ZERO), false);
        }
        YarnNode yarnNode = yarnNode(manager.get());
        if (yarnNode == null) {
            return NOTHING;
        }
        if (yarnNode.host().isEmpty() || yarnNode.port() == 0) {
            return new Outcome(List.of(), allocations(node, YarnAmount.ZERO), false);
        }
        try {
            return update(node, yarnNode, clusters);
        } catch (BadAnnotationException e) {
            return ERROR;
        }
    }

    private static Outcome update(Node node, YarnNode yarnNode, Map<String, Cluster> clusters) {
        YarnAmount offer = YarnConversion.REFERENCE.toYarn(origin(node));
        String cluster = yarnNode.cluster() == null ? "" : yarnNode.cluster();
        Cluster target = clusters.get(cluster);
        if (target == null) {
            return ERROR;
        }
        List<UpdateCall> calls = List.of(
                new UpdateCall(cluster, yarnNode.host(), yarnNode.port(), (int) offer.vcores(), offer.memoryMb()));
        if (target.rejectsUpdates()) {
            return new Outcome(calls, null, true);
        }
        // An empty cluster id finds the default client but misses its cache.
        boolean cached = yarnNode.cluster() == null || !yarnNode.cluster().isEmpty();
        YarnAmount used = cached
                ? target.usedOfRunning().getOrDefault(yarnNode.host() + "-" + yarnNode.port(), YarnAmount.ZERO)
                : YarnAmount.ZERO;
        return new Outcome(calls, allocations(node, used), false);
    }

    private static boolean manages(Pod pod, String nodeName) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return nodeName.equals(PodPlacement.nodeName(pod))
                && labels != null
                && Labels.COMPONENT_NODE_MANAGER.equals(labels.get(Labels.COMPONENT));
    }

    private static @Nullable YarnNode yarnNode(Pod pod) {
        String nodeId = AnnotationCodec.text(pod, Annotations.YARN_NODE_ID).orElse("");
        String[] parts = nodeId.split(":", -1);
        if (parts.length != 2) {
            return null;
        }
        try {
            String cluster =
                    AnnotationCodec.text(pod, Annotations.YARN_CLUSTER_ID).orElse(null);
            return new YarnNode(parts[0], Integer.parseInt(parts[1]), cluster);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static BatchAmount origin(Node node) {
        Map<String, Quantity> resources = AnnotationCodec.read(
                        node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class)
                .map(ResourceListDocument::resources)
                .orElse(null);
        if (resources == null) {
            resources = node.getStatus() == null ? null : node.getStatus().getAllocatable();
        }
        return new BatchAmount(
                Quantities.value(resources, ResourceNames.BATCH_CPU),
                Quantities.value(resources, ResourceNames.BATCH_MEMORY));
    }

    private static ThirdPartyAllocations allocations(Node node, YarnAmount used) {
        return ThirdPartyEntries.of(ThirdParties.read(node), null).withYarn(YarnConversion.REFERENCE.toBatch(used));
    }
}
