package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.args.JobDefaults;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.Set;

/** What a plugin's request for an eviction has to pass; descheduler specification section 4. Made once for a run. */
@PureCore
public final class EvictionFilters {

    private final JobDefaults defaults;
    private final PodFilter pods;
    private final LimitFilter limits;
    private final MigrationCounts counts;
    private final Set<String> uids = new HashSet<>();
    private final Set<String> names = new HashSet<>();

    /** Filters that count these jobs. */
    public EvictionFilters(
            MigrationArgs args, MigrationView view, NodeManagerGuard nodeManagers, MigrationCounts counts) {
        this.defaults = args.jobs();
        this.pods = new PodFilter(args, view.workloads(), nodeManagers);
        this.limits = new LimitFilter(args, view.workloads(), counts);
        this.counts = counts;
        view.jobs().stream().filter(JobClaim::isOpen).forEach(this::remember);
    }

    /** Filters of a run: every open job counts. */
    public static EvictionFilters ofRun(MigrationArgs args, MigrationView view, NodeManagerGuard nodeManagers) {
        return new EvictionFilters(args, view, nodeManagers, MigrationCounts.ofOpen(view, args));
    }

    private void remember(JobClaim job) {
        PodRef ref = job.pod();
        if (ref != null) {
            uids.add(ref.uid());
            names.add(ref.key());
        }
    }

    /** A job was made, or would be made: it counts for the requests that follow. */
    public void made(JobClaim job) {
        remember(job);
        counts.add(job);
    }

    /** Whether a job for the pod may be made now; takes no limit. */
    public Verdict request(PodFacts pod) {
        Verdict existing = existingJob(pod);
        if (!existing.allowed()) {
            return existing;
        }
        Verdict scheduler = scheduler(pod);
        if (!scheduler.allowed()) {
            return scheduler;
        }
        Verdict kept = pods.check(pod, "");
        return kept.allowed() ? limits.check(pod) : kept;
    }

    /** Whether the pod has no open job. */
    public Verdict existingJob(PodFacts pod) {
        boolean open =
                uids.contains(pod.ref().uid()) || names.contains(pod.ref().key());
        return open ? Verdict.refused("ExistingJob", "it has a migration job that has not ended") : Verdict.ALLOWED;
    }

    /** Whether the pod's scheduler honours the reservation that its job would make. */
    public Verdict scheduler(PodFacts pod) {
        String name = pod.guards().schedulerName();
        boolean allowed = !defaults.mode().equals(JobDefaults.RESERVATION_FIRST)
                || defaults.schedulerNames().contains(name);
        return allowed
                ? Verdict.ALLOWED
                : Verdict.refused(
                        "SchedulerNames", "its scheduler '" + name + "' is not in " + defaults.schedulerNames());
    }
}
