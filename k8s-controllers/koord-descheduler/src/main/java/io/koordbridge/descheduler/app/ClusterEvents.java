package io.koordbridge.descheduler.app;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.ClusterListener;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Passes on what changed in the cluster, in the threads of the caches: nothing here waits. */
final class ClusterEvents implements ClusterListener {

    private final DrainMarks marks;
    private final EvictionLimits limits;
    private final SchedulerPods schedulers = new SchedulerPods();
    private final Clock clock;
    private @Nullable ClusterCaches caches;
    private @Nullable MigrationWork work;
    private volatile boolean listing;

    ClusterEvents(DrainMarks marks, EvictionLimits limits, Clock clock) {
        this.marks = marks;
        this.limits = limits;
        this.clock = clock;
    }

    /** To be called before the caches start. */
    void to(ClusterCaches filled, MigrationWork worker) {
        caches = filled;
        work = worker;
    }

    SchedulerPods schedulers() {
        return schedulers;
    }

    @Override
    public void onPod(@Nullable PodFacts before, @Nullable PodFacts after) {
        schedulers.changed(before, after);
        if (after == null) {
            marks.gone(Objects.requireNonNull(before).ref().uid());
        } else {
            if (listing) {
                // As at first sight: the mark may have changed long before this list, and stayed since.
                marks.gone(after.ref().uid());
            }
            marks.observe(after, clock.instant());
            if (after.state().disruptedSince() != null) {
                limits.observe(after, Objects.requireNonNull(caches).view().workloads(), clock.instant());
            }
        }
        PodFacts pod = after == null ? Objects.requireNonNull(before) : after;
        Objects.requireNonNull(caches)
                .jobsOf(pod.ref().namespace(), pod.ref().name())
                .forEach(job ->
                        Objects.requireNonNull(work).look(job.getMetadata().getName()));
    }

    @Override
    public void onPodsListing(boolean running) {
        listing = running;
    }

    @Override
    public void onJob(String name) {
        PodMigrationJob job = Objects.requireNonNull(caches).job(name).orElse(null);
        Objects.requireNonNull(work).changed(name, job);
    }

    @Override
    public void onReservation(String name) {
        // A job looks at its reservation every few seconds; a template may give any name, so that the job is not known
        // from it.
    }

    @Override
    public void onNode(String name) {
        // The next run sees it.
    }
}
