package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.api.document.node.SystemQosDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.koordlet.kubelet.KubeletAddress;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
    private static final String STAYS = "; what was read before stays";

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
     * @param reservation kept from all pods by the last good annotation; empty without one
     * @param systemQos CPUs of the system class; empty without any
     * @param unreadable problem of the annotation of the system class; empty without one
     * @param numaReservation label that keeps the same share of each NUMA node; empty without one
     * @param keptBack capacity that the kubelet does not offer
     */
    public record Layout(
            boolean isAnnotated,
            Optional<ReservedResources> reservation,
            Optional<SystemQosResource> systemQos,
            Optional<String> unreadable,
            Optional<String> numaReservation,
            Amounts keptBack) {
        public static final Layout NONE =
                new Layout(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Amounts.NONE);
    }

    /**
     * Reads a node. While an annotation is wrong, what was read before stays; it is reported to {@code problems}.
     *
     * @param before what was known of the node, null when nothing was; a node that was made again under its name has nothing before
     */
    public static NodeFacts of(Node node, @Nullable NodeFacts before, Consumer<String> problems) {
        NodeFacts last = before != null
                        && Objects.equals(before.uid(), node.getMetadata().getUid())
                ? before
                : null;
        Map<String, Quantity> capacity =
                node.getStatus() == null ? null : node.getStatus().getCapacity();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        long capacityMilli = Quantities.milli(capacity, ResourceNames.CPU);
        long keptByKubelet = Math.max(0, capacityMilli - Quantities.milli(allocatable, ResourceNames.CPU));
        Layout layout = layout(node, capacity, allocatable, reservation(node, last, problems));
        return new NodeFacts(
                node.getMetadata().getName(),
                node.getMetadata().getUid(),
                amounts(capacity),
                Math.max(
                        keptByKubelet,
                        layout.reservation().map(ReservedResources::milliCpu).orElse(0L)),
                unamplified(node, allocatable, last, problems),
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

    private static Amounts unamplified(
            Node node, @Nullable Map<String, Quantity> shown, @Nullable NodeFacts last, Consumer<String> problems) {
        Decoded<Map<String, Quantity>> raw = RawAllocatableDocument.of(node);
        report(node, raw, last == null ? PodInfos.COUNTS_AS_ABSENT : STAYS, problems);
        return raw.isGood() || last == null ? amounts(raw.found().orElse(shown)) : last.allocatable();
    }

    private static void report(Node node, Decoded<?> read, String effect, Consumer<String> problems) {
        if (!read.isGood()) {
            problems.accept("Node/" + node.getMetadata().getName() + ": " + words(read) + effect);
        }
    }

    private static String words(Decoded<?> read) {
        return read.problems().stream().map(WireProblem::message).collect(Collectors.joining("; "));
    }

    private static Layout layout(
            Node node,
            @Nullable Map<String, Quantity> capacity,
            @Nullable Map<String, Quantity> allocatable,
            Optional<ReservedResources> reservation) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(node.getMetadata().getAnnotations(), Map.of());
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        Decoded<SystemQosDocument.SystemCpus> system =
                SystemQosDocument.read(annotations.get(Annotations.NODE_SYSTEM_QOS_RESOURCE));
        return new Layout(
                !annotations.isEmpty(),
                reservation,
                system.found().filter(found -> system.isGood()).map(SystemQosDocument.SystemCpus::written),
                system.isGood() ? Optional.empty() : Optional.of(words(system)),
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

    private static Optional<ReservedResources> reservation(
            Node node, @Nullable NodeFacts last, Consumer<String> problems) {
        Decoded<ReservedResources> read = NodeReservationDocument.of(node);
        ReservedResources before =
                last == null ? null : last.layout().reservation().orElse(null);
        String without = read.found().isPresent() ? "; the rest is in force" : PodInfos.COUNTS_AS_ABSENT;
        report(node, read, before == null ? without : STAYS, problems);
        return Optional.ofNullable(NodeReservationDocument.inForce(read, before));
    }
}
