package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is kept of the cluster's objects: the part that a pass reads. */
@PureCore
final class KeptObjects {

    private static final Set<String> NODE_LABELS = Set.of(Labels.NODE_YARN_SHARE);
    private static final Set<String> NODE_ANNOTATIONS = Set.of(
            Annotations.NODE_ORIGIN_ALLOCATABLE,
            Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
            Annotations.NODE_YARN_LEASE,
            Annotations.NODE_YARN_EVICTED,
            Annotations.NODE_YARN_MASTERS,
            Annotations.NODE_YARN_NODE_MANAGER,
            Annotations.NODE_UNPROTECTED,
            Annotations.NODE_YARN_QUESTION,
            Annotations.NODE_YARN_SHRINK,
            Annotations.NODE_YARN_DRAIN,
            Annotations.NODE_YARN_DRAIN_STATUS,
            Annotations.NODE_YARN_FROZEN);
    private static final Set<String> POD_ANNOTATIONS = Set.of(
            Annotations.YARN_NODE_ID,
            Annotations.YARN_CLUSTER_ID,
            Annotations.POD_SOFT_EVICTION,
            Annotations.POD_EVICTION_COST,
            Annotations.POD_YARN_EVICTION_COST,
            Annotations.POD_YARN_DRAINED);

    private KeptObjects() {}

    static Node node(Node whole) {
        Node node = new Node();
        node.setMetadata(metadata(whole.getMetadata(), NODE_LABELS, NODE_ANNOTATIONS));
        NodeStatus shown = whole.getStatus();
        if (shown != null) {
            NodeStatus status = new NodeStatus();
            status.setAllocatable(shown.getAllocatable());
            status.setAddresses(shown.getAddresses());
            status.setConditions(
                    shown.getConditions() == null
                            ? List.of()
                            : shown.getConditions().stream()
                                    .filter(one -> "Ready".equals(one.getType()))
                                    .toList());
            node.setStatus(status);
        }
        return node;
    }

    /** A NodeManager's pod. */
    static Pod nodeManager(Pod whole) {
        Pod pod = new Pod();
        pod.setMetadata(metadata(whole.getMetadata(), Set.of(), POD_ANNOTATIONS));
        if (whole.getSpec() != null) {
            PodSpec spec = new PodSpec();
            spec.setNodeName(whole.getSpec().getNodeName());
            spec.setHostNetwork(whole.getSpec().getHostNetwork());
            spec.setHostname(whole.getSpec().getHostname());
            spec.setSubdomain(whole.getSpec().getSubdomain());
            pod.setSpec(spec);
        }
        if (whole.getStatus() != null) {
            PodStatus status = new PodStatus();
            status.setPodIP(whole.getStatus().getPodIP());
            status.setHostIP(whole.getStatus().getHostIP());
            pod.setStatus(status);
        }
        return pod;
    }

    /** The report itself is read once, when it comes. */
    static NodeMetric nodeMetric(NodeMetric whole) {
        NodeMetric report = new NodeMetric();
        report.setMetadata(metadata(whole.getMetadata(), Set.of(), Set.of()));
        return report;
    }

    private static ObjectMeta metadata(ObjectMeta whole, Set<String> labels, Set<String> annotations) {
        ObjectMeta kept = new ObjectMeta();
        kept.setName(whole.getName());
        kept.setNamespace(whole.getNamespace());
        kept.setUid(whole.getUid());
        kept.setResourceVersion(whole.getResourceVersion());
        kept.setDeletionTimestamp(whole.getDeletionTimestamp());
        kept.setDeletionGracePeriodSeconds(whole.getDeletionGracePeriodSeconds());
        kept.setLabels(only(labels, whole.getLabels()));
        kept.setAnnotations(only(annotations, whole.getAnnotations()));
        return kept;
    }

    private static Map<String, String> only(Set<String> wanted, @Nullable Map<String, String> all) {
        Map<String, String> kept = new HashMap<>();
        if (all != null) {
            wanted.stream().filter(all::containsKey).forEach(key -> kept.put(key, all.get(key)));
        }
        return kept;
    }
}
