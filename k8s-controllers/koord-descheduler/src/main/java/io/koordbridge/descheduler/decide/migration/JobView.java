package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.Optional;

/** What a job needs to look up; answers come from caches and may be a moment old. */
public interface JobView {

    /** A job by name. */
    Optional<PodMigrationJob> job(String name);

    /** A pod. */
    Optional<PodFacts> pod(String namespace, String name);

    /** A reservation by name. */
    Optional<Reservation> reservation(String name);

    /** Whether a koord-scheduler answers, so that a reservation would be scheduled. */
    boolean schedulerAnswers();
}
