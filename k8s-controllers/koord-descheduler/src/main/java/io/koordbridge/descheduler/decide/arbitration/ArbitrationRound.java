package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.arbitration.RoundResult.Held;
import io.koordbridge.descheduler.decide.args.ArbitrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One round of the arbitration; descheduler specification section 5.1. */
@PureCore
public final class ArbitrationRound {

    private static final Comparator<JobClaim> BY_NAME = Comparator.comparing(JobClaim::name);
    private static final Comparator<JobClaim> OLDEST_FIRST = Comparator.comparing(
                    (JobClaim job) -> job.created().getEpochSecond())
            .thenComparing(BY_NAME);

    private final MigrationArgs args;
    private final NodeManagerGuard nodeManagers;

    /** Rounds by these arguments. */
    public ArbitrationRound(MigrationArgs args, NodeManagerGuard nodeManagers) {
        this.args = args;
        this.nodeManagers = nodeManagers;
    }

    /**
     * Decides about each waiting job.
     *
     * @param waiting those that have ended, run or passed already are left out of the result
     * @param passed uids of jobs that passed in an earlier round and may still be pending
     */
    public RoundResult run(Collection<JobClaim> waiting, MigrationView view, Set<String> passed) {
        List<JobClaim> jobs = new ArrayList<>();
        for (JobClaim job : waiting) {
            if (job.needsArbitration() && !passed.contains(job.uid())) {
                jobs.add(job);
            }
        }
        return new Turn(view, passed).run(jobs);
    }

    private final class Turn {

        private final MigrationView view;
        private final MigrationCounts counts;
        private final PodFilter pods;
        private final LimitFilter limits;
        private final List<JobClaim> passed = new ArrayList<>();
        private final List<Held> failed = new ArrayList<>();
        private final List<Held> waiting = new ArrayList<>();

        private Turn(MigrationView view, Set<String> passedBefore) {
            this.view = view;
            this.counts = MigrationCounts.ofPassed(view, args, passedBefore);
            this.pods = new PodFilter(args, view.workloads(), nodeManagers);
            this.limits = new LimitFilter(args, view.workloads(), counts);
        }

        private RoundResult run(List<JobClaim> jobs) {
            ArbitrationArgs arbitration = args.arbitration();
            if (arbitration.enabled()) {
                jobs.sort(BY_NAME);
                ArbitrationOrder.order(jobs, view, arbitration.disperseByWorkload())
                        .forEach(this::offer);
            } else {
                jobs.sort(OLDEST_FIRST);
                jobs.forEach(this::offer);
            }
            return new RoundResult(passed, failed, waiting);
        }

        private void offer(JobClaim job) {
            PodRef ref = job.pod();
            Optional<PodFacts> pod = ref == null ? Optional.empty() : view.pod(ref.namespace(), ref.name());
            if (pod.isEmpty()) {
                pass(job);
                return;
            }
            Verdict kept = pods.check(pod.get(), job.evictPolicy());
            if (!kept.allowed()) {
                failed.add(new Held(job, kept));
                return;
            }
            Verdict limit = args.arbitration().enabled() ? limit(pod.get()) : Verdict.ALLOWED;
            if (limit.allowed()) {
                pass(job);
            } else {
                waiting.add(new Held(job, limit));
            }
        }

        /** A pod that another job moves already waits for it: two jobs would evict it twice. */
        private Verdict limit(PodFacts pod) {
            return counts.has(pod) ? Verdict.refused("ExistingJob", "another job moves its pod") : limits.check(pod);
        }

        private void pass(JobClaim job) {
            passed.add(job);
            counts.add(job);
        }
    }
}
