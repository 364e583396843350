package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.decide.pod.PodRef;
import org.jspecify.annotations.Nullable;

/** One write of a step; writes are made in order, and the first that fails ends the pass. */
public sealed interface MigrationWrite {

    /**
     * A patch of the job's spec; null leaves a part as it is.
     *
     * @param podUid for {@code podRef.uid}
     * @param reservation for {@code reservationOptions.reservationRef}
     * @param mode for {@code mode}
     */
    record PatchSpec(
            @Nullable String podUid,
            @Nullable ReservationRef reservation,
            @Nullable String mode) implements MigrationWrite {}

    /** Which reservation; the uid is empty when not known. */
    record ReservationRef(String name, String uid) {}

    /** The job's new status, as a whole. */
    record PatchStatus(PodMigrationJobStatus status) implements MigrationWrite {}

    /**
     * Makes the reservation by {@link ReservationTemplate} from the pod as it is then. The last of a plan; how it ended goes to
     * {@link MigrationStep#reservationMade} or {@link MigrationStep#reservationFailed}.
     *
     * @param pod which pod it has to be, by its uid
     * @param status of the job before the call
     */
    record CreateReservation(PodRef pod, PodMigrationJobStatus status) implements MigrationWrite {}

    /** Stores the order label of a reservation. */
    record LabelReservation(ReservationRef reservation, String order) implements MigrationWrite {}

    /**
     * Evicts the pod with this uid. The last of a plan; how it ended goes to {@link MigrationStep#evicted}.
     *
     * @param status of the job before the call
     */
    record Evict(PodRef pod, PodMigrationJobStatus status) implements MigrationWrite {}

    /** Takes back an eviction that only asks another component to act. */
    record WithdrawEviction(PodRef pod) implements MigrationWrite {}

    /** Deletes a reservation; one that is gone is fine. */
    record DeleteReservation(ReservationRef reservation) implements MigrationWrite {}

    /** Deletes the job with this uid. */
    record DeleteJob(String name, String uid) implements MigrationWrite {}
}
