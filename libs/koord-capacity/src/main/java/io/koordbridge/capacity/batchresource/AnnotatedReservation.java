package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the annotation of a node keeps from batch work; one that cannot be read reserves nothing.
 *
 * @param problem why something of the annotation does not count
 */
@PureCore
public record AnnotatedReservation(CpuMemory reserved, Optional<Problem> problem) {

    private static final long NANO_PER_CORE = 1_000_000_000L;
    private static final String EXAMPLE = "such as {\"resources\": {\"cpu\": \"2\", \"memory\": \"4Gi\"}}";
    private static final String CPUS = "ids and ranges such as 0-3,7, the end of a range up to 4096";
    private static final AnnotatedReservation NONE = new AnnotatedReservation(CpuMemory.ZERO, Optional.empty());

    /** Reads the annotation. */
    public static AnnotatedReservation of(HasMetadata node) {
        try {
            return AnnotationCodec.read(node, Annotations.NODE_RESERVATION, NodeReservation.class)
                    .map(AnnotatedReservation::of)
                    .orElse(NONE);
        } catch (BadAnnotationException e) {
            String text =
                    AnnotationCodec.text(node, Annotations.NODE_RESERVATION).orElse("");
            return new AnnotatedReservation(CpuMemory.ZERO, problem("", text, EXAMPLE));
        }
    }

    private static AnnotatedReservation of(NodeReservation reservation) {
        Map<String, Quantity> resources = Objects.requireNonNullElse(reservation.resources(), Map.of());
        CpuMemory listed = NodeSnapshots.cpuMemory(resources);
        String cpus = Objects.requireNonNullElse(reservation.reservedCPUs(), "");
        if (cpus.isEmpty()) {
            boolean negative = listed.nanoCpu() < 0 || listed.milliBytes() < 0;
            String text = AnnotationCodec.write(resources);
            return new AnnotatedReservation(
                    listed, negative ? problem("resources", text, "0 or more of each") : Optional.empty());
        }
        OptionalInt count = ReservedCpus.count(cpus);
        CpuMemory counted = new CpuMemory(count.orElse(0) * NANO_PER_CORE, listed.milliBytes());
        return new AnnotatedReservation(
                count.isPresent() ? counted : CpuMemory.ZERO,
                count.orElse(0) > 0 ? Optional.empty() : problem("reservedCPUs", cpus, CPUS));
    }

    private static Optional<Problem> problem(String field, String value, String allowed) {
        return Optional.of(new Problem(Annotations.NODE_RESERVATION, field, value, allowed, 0, Kind.UNREADABLE));
    }
}
