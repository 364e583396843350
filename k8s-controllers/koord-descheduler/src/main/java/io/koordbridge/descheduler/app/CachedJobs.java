package io.koordbridge.descheduler.app;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.JobView;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.watch.ClusterCaches;
import java.util.Optional;

/** What jobs look up in the caches. */
record CachedJobs(ClusterCaches caches, SchedulerPods schedulers) implements JobView {

    @Override
    public Optional<PodMigrationJob> job(String name) {
        return caches.job(name);
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        return caches.pod(namespace, name);
    }

    @Override
    public Optional<Reservation> reservation(String name) {
        return caches.reservation(name);
    }

    @Override
    public boolean schedulerAnswers() {
        return schedulers.any();
    }
}
