package io.koordbridge.descheduler.app;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.act.scavenge.ScavengeRule;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.JobScavenger;
import io.koordbridge.descheduler.decide.migration.MigrationWrite;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteJob;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.watch.ClusterCaches;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is old enough to be deleted, by what the caches hold. */
record ScavengeOfCaches(ClusterCaches caches, Clock clock) implements ScavengeRule {

    @Override
    public List<DueJob> due() {
        if (caches.whyNotToAct().isPresent()) {
            return List.of();
        }
        List<DueJob> due = new ArrayList<>();
        for (PodMigrationJob job : caches.jobs()) {
            JobFacts facts = JobFacts.of(job);
            Reservation reservation =
                    caches.reservation(facts.reservationName()).orElse(null);
            DueJob found = due(JobScavenger.writes(facts, reservation, clock.instant()));
            if (found != null) {
                due.add(found);
            }
        }
        return due;
    }

    private static @Nullable DueJob due(List<MigrationWrite> writes) {
        Named job = null;
        Named reservation = null;
        for (MigrationWrite write : writes) {
            if (write instanceof DeleteJob delete) {
                job = new Named(delete.name(), delete.uid());
            } else if (write instanceof DeleteReservation delete) {
                reservation = named(delete);
            }
        }
        return job == null ? null : new DueJob(job, reservation);
    }

    @Override
    public List<Named> orphans() {
        if (caches.whyNotToAct().isPresent()) {
            return List.of();
        }
        // Jobs are read after the reservations: one that is missing is gone.
        Collection<Reservation> reservations = List.copyOf(caches.reservations());
        Set<String> uids =
                caches.jobs().stream().map(job -> job.getMetadata().getUid()).collect(Collectors.toSet());
        return JobScavenger.orphans(reservations, uids).stream()
                .filter(DeleteReservation.class::isInstance)
                .map(write -> named((DeleteReservation) write))
                .toList();
    }

    private static Named named(DeleteReservation delete) {
        return new Named(delete.reservation().name(), delete.reservation().uid());
    }
}
