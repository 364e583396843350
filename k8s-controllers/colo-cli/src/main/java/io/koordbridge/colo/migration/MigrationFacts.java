package io.koordbridge.colo.migration;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is there of one migration.
 *
 * @param pod null without one of its name
 * @param reservation null without one
 * @param events of the job and of its pod, newest first
 * @param reported what koord-descheduler has of it, null when it has nothing or was not asked
 * @param silent why koord-descheduler did not answer; empty when it did
 */
record MigrationFacts(
        PodMigrationJob job,
        @Nullable Pod pod,
        @Nullable Reservation reservation,
        List<Event> events,
        MigrationsAnswer.@Nullable Job reported,
        String silent) {

    MigrationFacts {
        events = List.copyOf(events);
    }
}
