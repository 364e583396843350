package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The little that the agent needs of its node.
 *
 * @param uid for events
 * @param reservedMilliCpu the larger of the reservations of kubelet and annotation
 * @param allocatable for pods, before amplification
 * @param normalizationRatio text of the annotation, null without one
 * @param yarnLease text of the annotation, null without one
 */
@PureCore
public record NodeFacts(
        String name,
        @Nullable String uid,
        long capacityMilliCpu,
        long capacityBytes,
        long reservedMilliCpu,
        Amounts allocatable,
        @Nullable String normalizationRatio,
        @Nullable String yarnLease) {

    /** Reads a node; an annotation that does not decode counts as absent and is reported to {@code problems}. */
    public static NodeFacts of(Node node, Consumer<String> problems) {
        Map<String, Quantity> capacity =
                node.getStatus() == null ? null : node.getStatus().getCapacity();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        long capacityMilli = Quantities.milli(capacity, ResourceNames.CPU);
        long keptByKubelet = Math.max(0, capacityMilli - Quantities.milli(allocatable, ResourceNames.CPU));
        return new NodeFacts(
                node.getMetadata().getName(),
                node.getMetadata().getUid(),
                capacityMilli,
                Quantities.value(capacity, ResourceNames.MEMORY),
                Math.max(keptByKubelet, annotatedMilliCpu(node, problems)),
                unamplified(node, allocatable, problems),
                AnnotationCodec.text(node, Annotations.NODE_CPU_NORMALIZATION_RATIO)
                        .orElse(null),
                AnnotationCodec.text(node, Annotations.NODE_YARN_LEASE).orElse(null));
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
        return new Amounts(Quantities.milli(found, ResourceNames.CPU), Quantities.value(found, ResourceNames.MEMORY));
    }

    /** What the annotation holds. */
    private static final class Resources extends LinkedHashMap<String, Quantity> {
        private static final long serialVersionUID = 1;
    }

    private static long annotatedMilliCpu(Node node, Consumer<String> problems) {
        try {
            Optional<NodeReservation> reservation =
                    AnnotationCodec.read(node, Annotations.NODE_RESERVATION, NodeReservation.class);
            return reservation.map(NodeFacts::milliCpu).orElse(0L);
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
        } catch (IllegalArgumentException e) {
            problems.accept("Node/" + node.getMetadata().getName() + ": annotation " + Annotations.NODE_RESERVATION
                    + ": reservedCPUs: " + e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
        }
        return 0;
    }

    private static long milliCpu(NodeReservation reservation) {
        String cpus = reservation.reservedCPUs();
        if (cpus != null && !cpus.isEmpty()) {
            return CpuSet.parse(cpus).size() * 1000L;
        }
        return Quantities.milli(reservation.resources(), ResourceNames.CPU);
    }
}
