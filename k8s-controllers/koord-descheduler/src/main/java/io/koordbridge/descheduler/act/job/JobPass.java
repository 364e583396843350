package io.koordbridge.descheduler.act.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.act.PodEvictor.Order;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.decide.migration.EvictionOutcome;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.JobPhases;
import io.koordbridge.descheduler.decide.migration.MigrationFacts;
import io.koordbridge.descheduler.decide.migration.MigrationPlan;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationStep;
import io.koordbridge.descheduler.decide.migration.MigrationWrite;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.CreateReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.WithdrawEviction;
import io.koordbridge.descheduler.decide.migration.ReservationEnd;
import io.koordbridge.descheduler.decide.migration.ReservationTemplate;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out one plan for one job, and what follows from the answer to its call. */
final class JobPass {

    private static final String RETRIED = "Retried";

    private final JobParts parts;
    private final JobTraces traces;
    private final MigrationFacts facts;
    private PodMigrationJob job;

    JobPass(JobParts parts, JobTraces traces, MigrationFacts facts, PodMigrationJob job) {
        this.parts = parts;
        this.traces = traces;
        this.facts = facts;
        this.job = job;
    }

    /** The job as this pass left it. */
    PodMigrationJob job() {
        return job;
    }

    /**
     * Makes the writes in order.
     *
     * @return the plan that holds at the end: of the answer, when the given one ends with a call
     */
    MigrationPlan carryOut(MigrationPlan plan) {
        MigrationWrite last = null;
        for (MigrationWrite write : plan.writes()) {
            write(write);
            last = write;
        }
        plan.notices().forEach(notice -> parts.notices().say(job, notice));
        if (last instanceof Evict call) {
            return carryOut(MigrationStep.evicted(now(), call, evict()));
        }
        if (last instanceof CreateReservation call) {
            return carryOut(made(call));
        }
        boolean isRetried = !plan.error().isEmpty() && !JobFacts.of(job).isOver();
        if (isRetried) {
            parts.notices().say(job, new Notice(true, RETRIED, plan.error()));
        }
        return plan;
    }

    private MigrationFacts now() {
        return new MigrationFacts(
                JobFacts.of(job),
                facts.pod(),
                facts.reservation(),
                facts.boundPod(),
                facts.settings(),
                facts.answers(),
                facts.now());
    }

    private void write(MigrationWrite write) {
        if (!parts.mayWrite().within(parts.store().longestCall())) {
            throw new NotSentException();
        }
        if (write instanceof PatchStatus patch) {
            patched(parts.store().patch(job, patch));
            say(patch);
        } else if (write instanceof PatchSpec patch) {
            patched(parts.store().patch(job, patch));
        } else if (write instanceof LabelReservation label) {
            parts.store().label(label);
        } else if (write instanceof DeleteReservation delete) {
            parts.store().delete(delete);
        } else if (write instanceof WithdrawEviction withdrawn) {
            withdraw(withdrawn.pod());
        }
    }

    private void patched(PodMigrationJob written) {
        job = written;
        traces.wrote(written);
    }

    private void say(PatchStatus patch) {
        String phase = Objects.requireNonNullElse(patch.status().phase(), "");
        if (JobPhases.isOver(phase)) {
            boolean isGood = phase.equals(JobPhases.SUCCEEDED);
            String reason = Objects.requireNonNullElse(patch.status().reason(), phase);
            String message = Objects.requireNonNullElse(patch.status().message(), "the pod has left its node");
            parts.notices().say(job, new Notice(!isGood, reason, message));
        }
    }

    /** A withdrawal that fails stays an event: the job ends all the same, by its time. */
    private void withdraw(PodRef pod) {
        Outcome outcome = parts.withdrawal()
                .withdraw(
                        pod,
                        annotation(Annotations.JOB_EVICT_TRIGGER),
                        job.getMetadata().getName());
        if (!outcome.problem().isEmpty()) {
            String message = "the eviction of pod " + pod.key() + " was not taken back: " + outcome.problem();
            parts.notices().say(job, new Notice(true, RETRIED, message));
        }
    }

    private EvictionOutcome evict() {
        PodFacts pod = Objects.requireNonNull(facts.pod());
        Map<String, String> labels =
                Objects.requireNonNullElse(job.getMetadata().getLabels(), Map.of());
        String reason = annotation(Annotations.JOB_EVICT_REASON);
        Outcome outcome = parts.evictor()
                .evict(new Order(
                        pod,
                        job.getMetadata().getName(),
                        labels.getOrDefault(Labels.EVICT_POLICY, ""),
                        job.getSpec().deleteOptions(),
                        annotation(Annotations.JOB_EVICT_TRIGGER),
                        reason.isEmpty() ? "asked for by a PodMigrationJob" : reason));
        EvictionOutcome.Result result =
                EvictionOutcome.Result.valueOf(outcome.result().name());
        if (result == EvictionOutcome.Result.EVICTED) {
            parts.limits().evicted(pod);
        }
        return new EvictionOutcome(result, outcome.problem());
    }

    private String annotation(String key) {
        return Objects.requireNonNullElse(job.getMetadata().getAnnotations(), Map.<String, String>of())
                .getOrDefault(key, "");
    }

    private MigrationPlan made(CreateReservation call) {
        try {
            Reservation made = make(call.pod());
            if (made == null) {
                return failed(call, "pod " + call.pod().key() + " is gone");
            }
            if (ReservationEnd.isOfAnotherJob(JobFacts.of(job), made)) {
                return failed(call, "reservation " + made.getMetadata().getName() + " was made for another job");
            }
            ReservationRef ref = new ReservationRef(
                    made.getMetadata().getName(), made.getMetadata().getUid());
            traces.made(job.getMetadata().getName(), ref);
            return MigrationStep.reservationMade(ref);
        } catch (IllegalArgumentException e) {
            return failed(call, Objects.requireNonNullElse(e.getMessage(), "invalid template"));
        } catch (KubernetesClientException e) {
            return failed(call, FailureFormatter.of(e));
        }
    }

    /** Null when the pod is gone. */
    private @Nullable Reservation make(PodRef pod) {
        Optional<Pod> found = parts.store().readPod(pod.namespace(), pod.name());
        return found.filter(one -> pod.uid().equals(one.getMetadata().getUid()))
                .map(one -> parts.store().create(ReservationTemplate.of(job, one, facts.now())))
                .orElse(null);
    }

    private MigrationPlan failed(CreateReservation call, String problem) {
        return MigrationStep.reservationFailed(now(), call, problem);
    }
}
