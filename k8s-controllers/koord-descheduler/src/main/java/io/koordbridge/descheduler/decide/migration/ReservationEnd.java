package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a job's reservation. One that was made for a job ends with each job that is over without needing it: a failed or aborted one,
 * and one that went on without it. The reservation names its job as owner, so that Kubernetes deletes it after the job. A reservation that
 * a user made and referred to is only deleted when the job's time is over.
 */
@PureCore
public final class ReservationEnd {

    private static final String KIND = "PodMigrationJob";

    private ReservationEnd() {}

    /**
     * What remains to be deleted of a job that is over; nothing for one that is under way.
     *
     * @param reservation the one of {@link JobFacts#reservationName()}, null without one
     */
    public static List<MigrationWrite> after(JobFacts job, @Nullable Reservation reservation) {
        if (reservation == null
                || !job.isOver()
                || job.maker() == JobFacts.Maker.OTHER
                || !isMadeFor(job, reservation)) {
            return List.of();
        }
        boolean isUsed = job.phase().equals(JobPhases.SUCCEEDED)
                && !job.settings().mode().equals(MigrationSettings.EVICT_DIRECTLY);
        return isUsed
                ? List.of()
                : List.of(new DeleteReservation(ReservationState.of(reservation).ref()));
    }

    /**
     * The deletion at the end of a job's time.
     *
     * @param reservation as the cache has it: one that the job refers to is deleted also when the cache lacks it
     */
    static Optional<MigrationWrite> write(JobFacts job, @Nullable Reservation reservation) {
        ReservationRef ref = job.reservation();
        if (ref != null) {
            return Optional.of(new DeleteReservation(ref));
        }
        return reservation != null && isMadeFor(job, reservation)
                ? Optional.of(
                        new DeleteReservation(ReservationState.of(reservation).ref()))
                : Optional.empty();
    }

    /** Whether a reservation was made for this job. */
    public static boolean isMadeFor(JobFacts job, Reservation reservation) {
        return isMadeByUs(reservation)
                && !job.uid().isEmpty()
                && jobUid(reservation).equals(job.uid());
    }

    /** Whether a reservation was made for a job, but not for this one. */
    public static boolean isOfAnotherJob(JobFacts job, Reservation reservation) {
        String uid = jobUid(reservation);
        return isMadeByUs(reservation) && !uid.isEmpty() && !uid.equals(job.uid());
    }

    /** Whether a reservation was made for a job. */
    static boolean isMadeByUs(Reservation reservation) {
        Map<String, String> labels =
                Objects.requireNonNullElse(reservation.getMetadata().getLabels(), Map.of());
        return JobFacts.COMPONENT.equals(labels.get(Labels.CREATED_BY));
    }

    /** Uid of the job that owns a reservation, empty without one. */
    static String jobUid(Reservation reservation) {
        List<OwnerReference> owners =
                Objects.requireNonNullElse(reservation.getMetadata().getOwnerReferences(), List.of());
        return owners.stream()
                .filter(owner -> KIND.equals(owner.getKind()))
                .map(owner -> Objects.requireNonNullElse(owner.getUid(), ""))
                .findFirst()
                .orElse("");
    }
}
