package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Annotations by which Pods and Reservations find each other: reservation-affinity, exact-match-reservation and reservation-allocated of
 * Pods, reservation-restricted-options of Reservations.
 *
 * <pre>
 * input                                  | value                        | problem
 * ---------------------------------------+------------------------------+-----------------
 * absent, JSON null                      | absent                       | -
 * no JSON, wrong type, number for a text,| unreadable                   | the whole text
 *   above 16,384 characters              |                              |
 * names of fields in another case        | as written in the right case | -
 * unknown fields, null entries           | left out                     | -
 * a list of resources twice the same     | as written                   | -
 * a reservation-allocated without uid    | as written                   | -
 * </pre>
 *
 * <p>The <b>scheduler</b>: a waiting pod with an unreadable affinity or exact match is not placed, with the reason; an unreadable
 * reservation-allocated, or one without a uid, counts as absent; with unreadable restricted options all resources of the Reservation are
 * restricted, with an event. Other processes do not read them.
 */
@PureCore
public final class ReservationUseReader {

    private ReservationUseReader() {}

    /** Annotation exact-match-reservation as written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record ExactMatch(@Nullable List<String> resourceNames) {}

    /** Annotation reservation-restricted-options as written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record RestrictedOptions(@Nullable List<String> resources) {}

    /** Annotation reservation-affinity. */
    public static Decoded<ReservationAffinity> affinity(HasMetadata pod) {
        return JsonDocument.of(
                pod,
                Annotations.POD_RESERVATION_AFFINITY,
                ReservationAffinity.class,
                "JSON such as {\"reservationSelector\":{\"team\":\"a\"}}");
    }

    /** Annotation exact-match-reservation: names of resources. */
    public static Decoded<List<String>> exactMatch(HasMetadata pod) {
        return JsonDocument.of(
                        pod,
                        Annotations.POD_EXACT_MATCH_RESERVATION,
                        ExactMatch.class,
                        "JSON such as {\"resourceNames\":[\"cpu\"]}")
                .map(document -> Absent.orEmpty(document.resourceNames()));
    }

    /** Annotation reservation-allocated. */
    public static Decoded<ReservationAllocated> allocated(HasMetadata pod) {
        return JsonDocument.of(
                pod,
                Annotations.POD_RESERVATION_ALLOCATED,
                ReservationAllocated.class,
                "JSON such as {\"name\":\"r\",\"uid\":\"u\"}");
    }

    /** Annotation reservation-restricted-options: names of resources. */
    public static Decoded<List<String>> restricted(HasMetadata reservation) {
        return JsonDocument.of(
                        reservation,
                        Annotations.RESERVATION_RESTRICTED_OPTIONS,
                        RestrictedOptions.class,
                        "JSON such as {\"resources\":[\"cpu\"]}")
                .map(document -> Absent.orEmpty(document.resources()));
    }
}
