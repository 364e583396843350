package io.koordbridge.scheduler.facts.reservation;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.pod.ReservationUseReader;
import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Policy;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Standing;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Terms;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reservation objects to {@link ReservationFacts}. */
@PureCore
public final class ReservationReader {

    private static final ReservationSpec EMPTY =
            new ReservationSpec(null, null, null, null, null, null, null, null, null, null);
    private static final String PODS = "pods";

    private ReservationReader() {}

    /** Reads a reservation; what cannot be used is a problem and counts as the stricter of its meanings. */
    public static ReservationFacts read(Reservation object) {
        List<String> problems = new ArrayList<>(ReservationProblems.of(object));
        ReservationSpec spec = spec(object);
        return new ReservationFacts(
                object.getMetadata().getName(),
                Objects.requireNonNullElse(object.getMetadata().getUid(), ""),
                created(object),
                Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of()),
                standing(object.getStatus()),
                terms(object, spec, problems),
                PodNumaReader.holding(object),
                AnnotationCodec.text(object, Annotations.POD_DEVICE_ALLOCATED).orElse(""),
                problems);
    }

    /** The spec, an empty one if absent. */
    static ReservationSpec spec(Reservation object) {
        return Objects.requireNonNullElse(object.getSpec(), EMPTY);
    }

    /** When it was made, the epoch when that is not known. */
    static Instant created(Reservation object) {
        try {
            String text = object.getMetadata().getCreationTimestamp();
            return text == null || text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException notATime) {
            return Instant.EPOCH;
        }
    }

    private static Standing standing(@Nullable ReservationStatus status) {
        if (status == null) {
            return new Standing("", "", ResourceVector.EMPTY, -1);
        }
        Map<String, Quantity> allocatable = status.allocatable();
        return new Standing(
                Objects.requireNonNullElse(status.phase(), ""),
                Objects.requireNonNullElse(status.nodeName(), ""),
                ResourceVector.ofQuantities(allocatable),
                allocatable != null && allocatable.containsKey(PODS) ? Quantities.value(allocatable, PODS) : -1);
    }

    private static Terms terms(Reservation object, ReservationSpec spec, List<String> problems) {
        List<ReservationOwner> owners = Objects.requireNonNullElse(spec.owners(), List.of());
        List<OwnerRule> rules = owners.stream().map(OwnerRule::of).toList();
        return new Terms(
                rules,
                rules.stream().allMatch(rule -> rule.selector().problem().isEmpty()),
                policy(spec),
                spec.allocateOnce() == null || spec.allocateOnce(),
                Boolean.TRUE.equals(spec.unschedulable())
                        || object.getMetadata().getDeletionTimestamp() != null,
                Objects.requireNonNullElse(spec.taints(), List.<Taint>of()).stream()
                        .map(NodeTaint::of)
                        .toList(),
                restrictedKeys(object, spec, problems),
                order(object, problems));
    }

    private static Policy policy(ReservationSpec spec) {
        return switch (Objects.requireNonNullElse(spec.allocatePolicy(), "")) {
            case "", "Default" -> Policy.DEFAULT;
            case "Aligned" -> Policy.ALIGNED;
            default -> Policy.RESTRICTED;
        };
    }

    private static List<String> restrictedKeys(Reservation object, ReservationSpec spec, List<String> problems) {
        if (policy(spec) != Policy.RESTRICTED) {
            return List.of();
        }
        Decoded<List<String>> restricted = ReservationUseReader.restricted(object);
        restricted.problems().forEach(problem -> problems.add(problem.message() + "; all resources are restricted"));
        return restricted.orElse(List.of());
    }

    private static long order(Reservation object, List<String> problems) {
        Map<String, String> labels = object.getMetadata().getLabels();
        String text = labels == null ? null : labels.get(Labels.RESERVATION_ORDER);
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            problems.add(
                    "label " + Labels.RESERVATION_ORDER + " '" + text + "' counts as absent, allowed: a whole number");
            return 0;
        }
    }
}
