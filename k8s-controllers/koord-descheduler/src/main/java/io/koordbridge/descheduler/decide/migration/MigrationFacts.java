package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that one step looks at.
 *
 * @param pod the pod of the job's namespace and name, null without one
 * @param reservation the reservation of {@link JobFacts#reservationName()}, null without one
 * @param boundPod the first pod that uses the reservation, null when it is not there
 */
@PureCore
public record MigrationFacts(
        JobFacts job,
        @Nullable PodFacts pod,
        @Nullable Reservation reservation,
        @Nullable PodFacts boundPod,
        MigrationSettings settings,
        MigrationAnswers answers,
        Instant now) {

    /** The first pod that uses a reservation: the one to look up for {@link #boundPod}. */
    public static Optional<PodRef> user(@Nullable Reservation reservation) {
        ObjectReference user =
                reservation == null ? null : ReservationState.of(reservation).user();
        return user == null || user.getNamespace() == null || user.getName() == null
                ? Optional.empty()
                : Optional.of(
                        new PodRef(user.getNamespace(), user.getName(), Objects.requireNonNullElse(user.getUid(), "")));
    }
}
