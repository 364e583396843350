package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.koordlet.kubelet.KubeletAddress;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The little that the agent needs of its node.
 *
 * @param uid for events
 * @param reservedMilliCpu the larger of the reservations of kubelet and annotation
 * @param allocatable for pods, before amplification
 * @param layout what it says about its CPUs and NUMA nodes
 * @param kubelet where it listens
 * @param normalizationRatio text of the annotation, null without one
 * @param yarnLease text of the annotation, null without one
 * @param overcommitted batch and mid resources by name, in milli-cores and bytes; those that the node has
 */
@PureCore
public record NodeFacts(
        String name,
        @Nullable String uid,
        Amounts capacity,
        long reservedMilliCpu,
        Amounts allocatable,
        Layout layout,
        Optional<KubeletAddress> kubelet,
        @Nullable String normalizationRatio,
        @Nullable String yarnLease,
        Map<String, Long> overcommitted) {

    private static final List<String> OVERCOMMITTABLE = List.of(
            ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    public NodeFacts {
        overcommitted = Map.copyOf(overcommitted);
    }

    /** All CPU of the node. */
    public long capacityMilliCpu() {
        return capacity.milliCpu();
    }

    /** All memory of the node. */
    public long capacityBytes() {
        return capacity.bytes();
    }

    /**
     * What the node says about its CPUs and NUMA nodes.
     *
     * @param isAnnotated whether it has any annotation
     * @param reservation kept from all pods; empty without one, and when it cannot be read
     * @param systemQos CPUs of the system class; empty without any
     * @param unreadable problem of the annotation of the system class; empty without one
     * @param numaReservation label that keeps the same share of each NUMA node; empty without one
     * @param keptBack capacity that the kubelet does not offer
     */
    public record Layout(
            boolean isAnnotated,
            Optional<NodeReservation> reservation,
            Optional<SystemQosResource> systemQos,
            Optional<String> unreadable,
            Optional<String> numaReservation,
            Amounts keptBack) {
        public static final Layout NONE =
                new Layout(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Amounts.NONE);
    }

    /** Reads a node; an annotation that does not decode counts as absent and is reported to {@code problems}. */
    public static NodeFacts of(Node node, Consumer<String> problems) {
        Map<String, Quantity> capacity =
                node.getStatus() == null ? null : node.getStatus().getCapacity();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        long capacityMilli = Quantities.milli(capacity, ResourceNames.CPU);
        long keptByKubelet = Math.max(0, capacityMilli - Quantities.milli(allocatable, ResourceNames.CPU));
        Layout layout = layout(node, capacity, allocatable, problems);
        return new NodeFacts(
                node.getMetadata().getName(),
                node.getMetadata().getUid(),
                amounts(capacity),
                Math.max(
                        keptByKubelet,
                        layout.reservation().map(NodeFacts::milliCpu).orElse(0L)),
                unamplified(node, allocatable, problems),
                layout,
                KubeletAddress.of(node),
                AnnotationCodec.text(node, Annotations.NODE_CPU_NORMALIZATION_RATIO)
                        .orElse(null),
                AnnotationCodec.text(node, Annotations.NODE_YARN_LEASE).orElse(null),
                overcommitted(allocatable));
    }

    private static Map<String, Long> overcommitted(@Nullable Map<String, Quantity> allocatable) {
        Map<String, Long> found = new TreeMap<>();
        if (allocatable != null) {
            OVERCOMMITTABLE.stream()
                    .filter(allocatable::containsKey)
                    .forEach(name -> found.put(name, Quantities.value(allocatable, name)));
        }
        return found;
    }

    private static Amounts unamplified(Node node, @Nullable Map<String, Quantity> shown, Consumer<String> problems) {
        Map<String, Quantity> raw = null;
        try {
            raw = AnnotationCodec.read(node, Annotations.NODE_RAW_ALLOCATABLE, Resources.class)
                    .orElse(null);
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
        }
        Map<String, Quantity> found = raw == null ? shown : raw;
        return amounts(found);
    }

    /** What the annotation holds. */
    private static final class Resources extends LinkedHashMap<String, Quantity> {
        private static final long serialVersionUID = 1;
    }

    private static Layout layout(
            Node node,
            @Nullable Map<String, Quantity> capacity,
            @Nullable Map<String, Quantity> allocatable,
            Consumer<String> problems) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(node.getMetadata().getAnnotations(), Map.of());
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        Optional<SystemQosResource> system = Optional.empty();
        Optional<String> unreadable = Optional.empty();
        try {
            system = AnnotationCodec.read(node, Annotations.NODE_SYSTEM_QOS_RESOURCE, SystemQosResource.class);
            system.map(SystemQosResource::cpuset).ifPresent(CpuSet::parse);
        } catch (BadAnnotationException e) {
            unreadable = Optional.of(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            unreadable = Optional.of("annotation " + Annotations.NODE_SYSTEM_QOS_RESOURCE + ": " + e.getMessage());
        }
        return new Layout(
                !annotations.isEmpty(),
                reservation(node, problems),
                system,
                unreadable,
                Optional.ofNullable(labels.get(Labels.NODE_NUMA_RESERVATION)).filter(value -> !value.isEmpty()),
                keptBack(capacity, allocatable));
    }

    /** Of a resource that one of both lists does not name nothing is known to be kept back. */
    private static Amounts keptBack(
            @Nullable Map<String, Quantity> capacity, @Nullable Map<String, Quantity> allocatable) {
        if (capacity == null || allocatable == null) {
            return Amounts.NONE;
        }
        Map<String, Quantity> offered = new TreeMap<>(capacity);
        offered.putAll(allocatable);
        return amounts(capacity).minus(amounts(offered));
    }

    private static Amounts amounts(@Nullable Map<String, Quantity> list) {
        return new Amounts(Quantities.milli(list, ResourceNames.CPU), Quantities.value(list, ResourceNames.MEMORY));
    }

    private static Optional<NodeReservation> reservation(Node node, Consumer<String> problems) {
        try {
            Optional<NodeReservation> reservation =
                    AnnotationCodec.read(node, Annotations.NODE_RESERVATION, NodeReservation.class);
            reservation.ifPresent(NodeFacts::milliCpu);
            return reservation;
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
        } catch (IllegalArgumentException e) {
            problems.accept("Node/" + node.getMetadata().getName() + ": annotation " + Annotations.NODE_RESERVATION
                    + ": reservedCPUs: " + e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
        }
        return Optional.empty();
    }

    private static long milliCpu(NodeReservation reservation) {
        String cpus = reservation.reservedCPUs();
        if (cpus != null && !cpus.isEmpty()) {
            return CpuSet.parse(cpus).size() * 1000L;
        }
        return Quantities.milli(reservation.resources(), ResourceNames.CPU);
    }
}
