package io.koordbridge.scheduler.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/** Annotation reservation-allocated of a pod that is bound. */
@PureCore
public final class AllocatedCodec {

    private AllocatedCodec() {}

    /** The annotation as written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Allocated(@Nullable String name, @Nullable String uid) {}

    /** What a bound pod uses; what cannot be read counts as absent. */
    public static ReservationMark read(Pod pod) {
        try {
            return AnnotationCodec.read(pod, Annotations.POD_RESERVATION_ALLOCATED, Allocated.class)
                    .map(Allocated::uid)
                    .filter(uid -> !uid.isEmpty())
                    .map(ReservationMark::uses)
                    .orElse(ReservationMark.NONE);
        } catch (BadAnnotationException unreadable) {
            return ReservationMark.NONE;
        }
    }

    /** The annotation of a pod that uses a reservation. */
    public static String write(ReservationFacts reservation) {
        return AnnotationCodec.write(new Allocated(reservation.name(), reservation.uid()));
    }
}
