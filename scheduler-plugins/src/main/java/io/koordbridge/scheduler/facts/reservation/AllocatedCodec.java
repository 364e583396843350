package io.koordbridge.scheduler.facts.reservation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.pod.ReservationAllocated;
import io.koordbridge.api.document.pod.ReservationUseReader;
import io.koordbridge.protocol.PureCore;

/** Annotation reservation-allocated of a pod that is bound. */
@PureCore
public final class AllocatedCodec {

    private AllocatedCodec() {}

    /** What a bound pod uses; what cannot be read counts as absent. */
    public static ReservationMark read(Pod pod) {
        return ReservationUseReader.allocated(pod)
                .found()
                .map(ReservationAllocated::uid)
                .filter(uid -> !uid.isEmpty())
                .map(ReservationMark::uses)
                .orElse(ReservationMark.NONE);
    }

    /** The annotation of a pod that uses a reservation. */
    public static String write(ReservationFacts reservation) {
        return AnnotationCodec.write(new ReservationAllocated(reservation.name(), reservation.uid()));
    }
}
