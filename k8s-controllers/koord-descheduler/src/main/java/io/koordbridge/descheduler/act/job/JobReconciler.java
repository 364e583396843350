package io.koordbridge.descheduler.act.job;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.JobPhases;
import io.koordbridge.descheduler.decide.migration.MigrationAnswers;
import io.koordbridge.descheduler.decide.migration.MigrationFacts;
import io.koordbridge.descheduler.decide.migration.MigrationPlan;
import io.koordbridge.descheduler.decide.migration.MigrationSettings;
import io.koordbridge.descheduler.decide.migration.MigrationStep;
import io.koordbridge.descheduler.decide.migration.MigrationWrite;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.migration.ReservationEnd;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of a job, by its name. What a pass decides by caches is only waiting: before a job ends, and before an eviction, pod and
 * reservation are read from the API server. Wants every job once after a start, those that are over included: a reservation may be left.
 */
public final class JobReconciler implements Reconciler<String> {

    private static final Logger LOG = LoggerFactory.getLogger(JobReconciler.class);
    private static final Duration POLL = Duration.ofSeconds(3);
    private static final Duration STALE = Duration.ofSeconds(1);

    private final JobParts parts;
    private final MigrationSettings settings;
    private final Clock clock;
    private final JobTraces traces = new JobTraces();
    private final RecurringProblems<String> failing = new RecurringProblems<>();

    /**
     * A reconciler.
     *
     * @param clock for ttl and conditions
     */
    public JobReconciler(JobParts parts, MigrationSettings settings, Clock clock) {
        this.parts = parts;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public ReconcileResult reconcile(String name) {
        Optional<PodMigrationJob> job = parts.view().job(name);
        try {
            ReconcileResult result = job.isPresent() ? pass(job.get()) : gone(name);
            failing.ends(name);
            return result;
        } catch (NotSentException noLease) {
            return ReconcileResult.after(POLL);
        } catch (KubernetesClientException e) {
            return failed(name, job.orElse(null), FailureFormatter.of(e));
        }
    }

    private ReconcileResult failed(String name, @Nullable PodMigrationJob job, String problem) {
        if (failing.begins(name, problem)) {
            LOG.warn("job not carried out, tried again job={} problem={}", name, problem);
        }
        if (job == null) {
            return ReconcileResult.after(POLL);
        }
        JobFacts facts = JobFacts.of(job);
        return ReconcileResult.after(atMost(facts, traces.failed(facts)));
    }

    /** What this process made for a job that was deleted; Kubernetes deletes the rest by its owner. */
    private ReconcileResult gone(String name) {
        ReservationRef left = traces.reservation(name);
        if (left != null) {
            delete(new DeleteReservation(left));
        }
        traces.forget(name);
        return ReconcileResult.done();
    }

    private ReconcileResult pass(PodMigrationJob job) {
        if (traces.isStale(job)) {
            return ReconcileResult.after(STALE);
        }
        JobFacts facts = JobFacts.of(job);
        if (facts.maker() == JobFacts.Maker.OTHER) {
            return ReconcileResult.done();
        }
        if (facts.isOver()) {
            end(facts);
            traces.forget(facts.name());
            return ReconcileResult.done();
        }
        MigrationFacts looked = facts(facts, false);
        MigrationPlan plan = MigrationStep.next(looked);
        if (isFinal(plan)) {
            looked = facts(facts, true);
            plan = MigrationStep.next(looked);
        }
        JobPass pass = new JobPass(parts, traces, looked, job);
        MigrationPlan done = pass.carryOut(plan);
        JobFacts after = JobFacts.of(pass.job());
        if (after.isOver()) {
            end(after);
            return ReconcileResult.done();
        }
        return next(after, done);
    }

    /** Whether a plan does what cannot be taken back. */
    private static boolean isFinal(MigrationPlan plan) {
        for (MigrationWrite write : plan.writes()) {
            boolean ends = write instanceof PatchStatus patch
                    && JobPhases.isOver(
                            Objects.requireNonNullElse(patch.status().phase(), ""));
            if (ends || write instanceof Evict) {
                return true;
            }
        }
        return false;
    }

    /** The reservation of a job that is over; the cache may not have what this process made. */
    private void end(JobFacts job) {
        String name = job.reservationName();
        Optional<Reservation> reservation = traces.reservation(job.name()) != null
                ? parts.store().readReservation(name)
                : parts.view().reservation(name);
        for (MigrationWrite write : ReservationEnd.after(job, reservation.orElse(null))) {
            if (write instanceof DeleteReservation delete) {
                delete(delete);
            }
        }
    }

    private void delete(DeleteReservation delete) {
        if (!parts.mayWrite().within(parts.store().longestCall())) {
            throw new NotSentException();
        }
        parts.store().delete(delete);
    }

    private MigrationFacts facts(JobFacts job, boolean fresh) {
        PodFacts pod = pod(job.pod(), fresh);
        Reservation reservation = reservation(job, fresh);
        PodFacts user = MigrationFacts.user(reservation)
                .flatMap(one -> parts.view().pod(one.namespace(), one.name()))
                .orElse(null);
        MigrationAnswers answers = new MigrationAnswers(
                job.hasPassed(),
                pod != null && parts.limits().isFull(pod),
                parts.view().schedulerAnswers());
        return new MigrationFacts(job, pod, reservation, user, settings, answers, now());
    }

    private @Nullable PodFacts pod(PodRef ref, boolean fresh) {
        if (ref.namespace().isEmpty() || ref.name().isEmpty()) {
            return null;
        }
        Optional<PodFacts> found = fresh
                ? parts.store().readPod(ref.namespace(), ref.name()).map(PodReader::of)
                : parts.view().pod(ref.namespace(), ref.name());
        return found.orElse(null);
    }

    private @Nullable Reservation reservation(JobFacts job, boolean fresh) {
        String name = job.reservationName();
        if (name.isEmpty()) {
            return null;
        }
        boolean isDirect =
                MigrationSettings.EVICT_DIRECTLY.equals(job.settings().mode()) && job.reservation() == null;
        Optional<Reservation> found = fresh && !isDirect
                ? parts.store().readReservation(name)
                : parts.view().reservation(name);
        return found.orElse(null);
    }

    private ReconcileResult next(JobFacts job, MigrationPlan plan) {
        if (!plan.error().isEmpty()) {
            return ReconcileResult.after(atMost(job, traces.failed(job)));
        }
        traces.succeeded(job.name());
        if (job.paused()) {
            return ReconcileResult.done();
        }
        if (plan.again() != null) {
            return ReconcileResult.after(atMost(job, plan.again()));
        }
        if (job.isWaiting()) {
            Duration left = job.left(now());
            return left == null ? ReconcileResult.done() : ReconcileResult.after(left);
        }
        return ReconcileResult.after(atMost(job, POLL));
    }

    /** Not later than the end of the job's time. */
    private Duration atMost(JobFacts job, Duration wait) {
        Duration left = job.left(now());
        return left == null || left.compareTo(wait) > 0 ? wait : left;
    }

    private Instant now() {
        return clock.instant();
    }
}
