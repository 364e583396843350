package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Copies of objects without their unused parts. */
@PureCore
final class Stripping {

    private Stripping() {}

    /** Whether two parts are equal; unreadable quantities cannot be compared and count as changed. */
    static boolean same(@Nullable Object before, @Nullable Object after) {
        try {
            return Objects.equals(before, after);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether labels or annotations differ, but for the amounts before other shares were taken, which only passes write and compare. */
    static boolean readMarksDiffer(Node before, Node after) {
        return !withoutNulls(before.getMetadata().getLabels())
                        .equals(withoutNulls(after.getMetadata().getLabels()))
                || !withoutOrigin(before).equals(withoutOrigin(after));
    }

    private static Map<String, String> withoutOrigin(Node node) {
        Map<String, String> annotations = withoutNulls(node.getMetadata().getAnnotations());
        annotations.remove(Annotations.NODE_ORIGIN_ALLOCATABLE);
        return annotations;
    }

    /** Identity, labels, annotations, capacity, allocatable, and whether it takes pods. */
    static Node node(Node node) {
        NodeBuilder builder = new NodeBuilder()
                .withMetadata(new ObjectMetaBuilder(identity(node))
                        .withLabels(withoutNulls(node.getMetadata().getLabels()))
                        .withAnnotations(withoutNulls(node.getMetadata().getAnnotations()))
                        .build());
        if (node.getStatus() != null) {
            builder.withNewStatus()
                    .withCapacity(withoutNulls(node.getStatus().getCapacity()))
                    .withAllocatable(withoutNulls(node.getStatus().getAllocatable()))
                    .withConditions(readiness(node))
                    .endStatus();
        }
        if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            builder.withNewSpec().withUnschedulable(true).endSpec();
        }
        return builder.build();
    }

    /** Without the time of the last heartbeat, which changes all the time. */
    private static List<NodeCondition> readiness(Node node) {
        List<NodeCondition> conditions = node.getStatus().getConditions();
        return conditions == null
                ? List.of()
                : conditions.stream()
                        .filter(condition -> "Ready".equals(condition.getType()))
                        .map(condition -> new NodeConditionBuilder()
                                .withType(condition.getType())
                                .withStatus(condition.getStatus())
                                .build())
                        .toList();
    }

    /** Identity and node name; the demand is kept in {@link PodDemandIndex}. */
    static Pod pod(Pod pod) {
        return new PodBuilder()
                .withMetadata(identity(pod))
                .withNewSpec()
                .withNodeName(PodPlacement.nodeName(pod))
                .endSpec()
                .build();
    }

    /** Identity and spec; the usage is kept in {@link ClusterView}. */
    static NodeMetric nodeMetric(NodeMetric metric) {
        NodeMetric copy = new NodeMetric();
        copy.setMetadata(identity(metric));
        copy.setSpec(metric.getSpec());
        return copy;
    }

    /** Identity and spec. */
    static NodeSLO nodeSlo(NodeSLO slo) {
        NodeSLO copy = new NodeSLO();
        copy.setMetadata(identity(slo));
        copy.setSpec(slo.getSpec());
        return copy;
    }

    /** Identity, what is known of the CPUs, and zones. */
    static NodeResourceTopology topology(NodeResourceTopology topology) {
        NodeResourceTopology copy = new NodeResourceTopology();
        copy.setMetadata(identity(topology));
        AnnotationCodec.text(topology, Annotations.NRT_CPU_BASIC_INFO)
                .ifPresent(text -> copy.getMetadata().setAnnotations(Map.of(Annotations.NRT_CPU_BASIC_INFO, text)));
        copy.setZones(topology.getZones());
        return copy;
    }

    /** Identity, labels and spec. */
    static Device device(Device device) {
        Device copy = new Device();
        copy.setMetadata(identity(device));
        copy.getMetadata().setLabels(withoutNulls(device.getMetadata().getLabels()));
        copy.setSpec(device.getSpec());
        return copy;
    }

    /** Some servers keep a null where a merge patch removed a key. */
    private static <V> Map<String, V> withoutNulls(@Nullable Map<String, V> map) {
        Map<String, V> present = new TreeMap<>();
        if (map != null) {
            map.forEach((key, value) -> {
                if (value != null) {
                    present.put(key, value);
                }
            });
        }
        return present;
    }

    private static ObjectMeta identity(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return new ObjectMetaBuilder()
                .withName(metadata.getName())
                .withNamespace(metadata.getNamespace())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build();
    }
}
