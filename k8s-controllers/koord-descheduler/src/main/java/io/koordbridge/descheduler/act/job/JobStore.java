package io.koordbridge.descheduler.act.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import java.time.Duration;
import java.util.Optional;

/** Reads that go to the API server, and the writes of a step, each of them one request that is bounded in time. */
public interface JobStore {

    /** The longest that one write takes. */
    Duration longestCall();

    /** A pod as it is now. */
    Optional<Pod> readPod(String namespace, String name);

    /** A reservation as it is now. */
    Optional<Reservation> readReservation(String name);

    /**
     * Patches the spec; the version that was read is a precondition.
     *
     * @return the job after it
     */
    PodMigrationJob patch(PodMigrationJob job, PatchSpec patch);

    /**
     * Patches the status; the version that was read is a precondition.
     *
     * @return the job after it
     */
    PodMigrationJob patch(PodMigrationJob job, PatchStatus patch);

    /**
     * Makes a reservation.
     *
     * @return it, or the one that has its name already
     */
    Reservation create(Reservation reservation);

    /** Stores the order label. */
    void label(LabelReservation label);

    /** Deletes a reservation; one that is gone, or another one of its name, is fine. */
    void delete(DeleteReservation delete);
}
