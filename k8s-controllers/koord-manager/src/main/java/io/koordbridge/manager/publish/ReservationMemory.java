package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.capacity.batchresource.AnnotatedReservation;
import io.koordbridge.capacity.batchresource.CpuMemory;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reservations of nodes that are in force, so that a typing error gives nothing to batch work; one thread works on a node at a time. */
final class ReservationMemory {

    private final Map<String, InForce> inForce = new ConcurrentHashMap<>();
    private final NodeWarnings warnings;

    ReservationMemory(NodeWarnings warnings) {
        this.warnings = warnings;
    }

    /** A reservation of a node; one that was made again under its name has none. */
    private record InForce(String uid, ReservedResources reserved) {}

    /** What the annotation of a node keeps from batch work. */
    CpuMemory reserved(Node node) {
        String name = node.getMetadata().getName();
        String uid = Objects.requireNonNullElse(node.getMetadata().getUid(), "");
        Decoded<ReservedResources> read = NodeReservationDocument.of(node);
        InForce before = inForce.get(name);
        ReservedResources last = before != null && before.uid().equals(uid) ? before.reserved() : null;
        ReservedResources now = NodeReservationDocument.inForce(read, last);
        if (now == null) {
            inForce.remove(name);
        } else if (!now.equals(last)) {
            inForce.put(name, new InForce(uid, now));
        }
        warnings.reservation(node, words(read, last));
        return AnnotatedReservation.of(now);
    }

    private static String words(Decoded<ReservedResources> read, @Nullable ReservedResources last) {
        if (read.isGood()) {
            return "";
        }
        String without = read.found().isPresent() ? "; the rest is in force" : "; nothing is reserved";
        return read.problems().stream().map(WireProblem::message).collect(Collectors.joining("; "))
                + (last == null ? without : "; what was reserved before stays");
    }

    void forget(String name) {
        inForce.remove(name);
    }
}
