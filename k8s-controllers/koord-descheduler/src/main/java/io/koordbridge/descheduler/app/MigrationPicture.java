package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.act.request.MadeJobs.Made;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.MigrationView;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.ClusterView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Jobs, pods and workloads of one run or round: those of the caches, and the jobs that only this process knows of yet. */
final class MigrationPicture implements MigrationView {

    private final ClusterCaches caches;
    private final ClusterView view;
    private final EvictionLimits limits;
    private final List<JobClaim> jobs = new ArrayList<>();

    MigrationPicture(ClusterCaches caches, ClusterView view, EvictionLimits limits, Collection<Made> made) {
        this.caches = caches;
        this.view = view;
        this.limits = limits;
        Set<String> names = new HashSet<>();
        caches.jobs().stream().map(JobClaim::of).forEach(job -> {
            names.add(job.name());
            jobs.add(job);
        });
        for (Made one : made) {
            if (names.add(one.job())) {
                jobs.add(claim(one.job(), one.pod(), one.at()));
            }
        }
    }

    /** A job that was just made. */
    static JobClaim claim(String job, PodFacts pod, Instant at) {
        return new JobClaim(job, job, at, pod.ref(), "Pending", false, "");
    }

    @Override
    public Collection<JobClaim> jobs() {
        return jobs;
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        return caches.pod(namespace, name);
    }

    @Override
    public Workloads workloads() {
        return view.workloads();
    }

    @Override
    public int evictedByOthers(String node) {
        return limits.foreignEvictions(node, view.now());
    }

    @Override
    public int lacking(Scale scale) {
        long there = view.workloads().pods(scale.workloadUid()).stream()
                .filter(pod -> !pod.state().isDone())
                .count();
        return (int) Math.max(0, scale.replicas() - there);
    }
}
