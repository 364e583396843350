package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.CreateReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.WithdrawEviction;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The state machine of a job, in the order of the table in section 6 of the specification. A step that is repeated without a change writes
 * nothing; a step after any part of the writes of an earlier one goes on from there.
 */
@PureCore
public final class MigrationStep {

    /** A creation time this far ahead of our clock is worth a notice. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private MigrationStep() {}

    /** The next step. */
    public static MigrationPlan next(MigrationFacts facts) {
        JobFacts job = facts.job();
        if (job.paused() || job.isOver() || job.maker() == JobFacts.Maker.OTHER) {
            return MigrationPlan.NOTHING;
        }
        Draft draft = Draft.of(facts);
        if (!job.ttlProblem().isEmpty()) {
            return draft.failedByError(JobPhases.INVALID_JOB, job.ttlProblem());
        }
        Duration left = job.left(facts.now());
        if (left != null && left.isZero()) {
            return timedOut(draft);
        }
        if (!MigrationSettings.isMode(draft.mode())) {
            return draft.failedByError(
                    JobPhases.INVALID_JOB,
                    "invalid spec.mode: '" + draft.mode() + "'; allowed: ReservationFirst, EvictDirectly, or none");
        }
        if (!job.isWaiting()) {
            return running(draft);
        }
        if (!facts.answers().passed()) {
            return MigrationPlan.NOTHING;
        }
        Turn begun = begin(draft);
        return begun.end() != null ? begun.end() : running(begun.draft());
    }

    private static MigrationPlan timedOut(Draft draft) {
        Draft ended = draft;
        Condition eviction = draft.condition(JobPhases.EVICTION);
        PodFacts pod = draft.pod();
        if (eviction != null
                && JobPhases.EVICTING.equals(eviction.reason())
                && pod != null
                && !pod.state().terminating()) {
            ended = ended.with(new WithdrawEviction(pod.ref()));
        }
        ended = ReservationEnd.write(draft.job(), draft.facts().reservation())
                .map(ended::with)
                .orElse(ended);
        String wait = Objects.requireNonNullElse(
                draft.status().message(),
                Objects.requireNonNullElse(draft.status().status(), "it did not begin"));
        return ended.failed(
                JobPhases.TIMEOUT,
                "not finished within " + GoDurations.format(draft.job().ttl().toNanos()) + ": " + wait);
    }

    /** Row 3. */
    private static Turn begin(Draft given) {
        PodRef ref = given.job().pod();
        Draft draft = noticed(given);
        if (ref.namespace().isEmpty() || ref.name().isEmpty()) {
            return Turn.end(
                    draft,
                    draft.failedByError(
                            JobPhases.INVALID_POD_REF,
                            "invalid spec.podRef: '" + ref.key() + "'; allowed: namespace and name of a pod"));
        }
        Draft running = draft.with(StatusEdits.phase(draft.status(), JobPhases.RUNNING));
        PodFacts pod = draft.pod();
        if (pod == null) {
            boolean isCarriedOut =
                    draft.mode().equals(MigrationSettings.EVICT_DIRECTLY) && EvictionSteps.isIntended(draft);
            return isCarriedOut
                    ? Turn.on(running)
                    : Turn.end(draft, draft.failedByError(JobPhases.MISSING_POD, draft.whyNoPod()));
        }
        if (EvictionSteps.isFixed(pod)) {
            return Turn.end(draft, draft.failedByError(JobPhases.FORBIDDEN, EvictionSteps.fixed(pod)));
        }
        return Turn.on(
                ref.uid().isEmpty() ? running.with(new PatchSpec(pod.ref().uid(), null, null)) : running);
    }

    private static Draft noticed(Draft draft) {
        JobFacts job = draft.job();
        if (job.created() == null || !job.created().isAfter(draft.facts().now().plus(SKEW))) {
            return draft;
        }
        return draft.with(new Notice(
                true,
                "CreationInFuture",
                "creationTimestamp " + job.created() + " is ahead of this process's clock "
                        + draft.facts().now() + "; the ttl ends that much later"));
    }

    private static MigrationPlan running(Draft draft) {
        if (isLimited(draft)) {
            return draft.waiting();
        }
        if (draft.mode().equals(MigrationSettings.RESERVATION_FIRST)) {
            return ReservationSteps.step(draft);
        }
        Turn evicted = EvictionSteps.step(draft, false);
        return evicted.end() != null ? evicted.end() : evicted.draft().complete();
    }

    /** Row 4; the limit holds for evictions that are still to come. */
    private static boolean isLimited(Draft draft) {
        return draft.facts().answers().limiterFull()
                && draft.pod() != null
                && draft.condition(JobPhases.EVICTION) == null
                && !draft.job().annotations().containsKey(Annotations.DESCHEDULER_EVICT);
    }

    /**
     * After the call of an eviction.
     *
     * @param facts as before the call, with the job as it is after the writes before it
     */
    public static MigrationPlan evicted(MigrationFacts facts, Evict call, EvictionOutcome outcome) {
        return EvictionSteps.evicted(Draft.of(facts), call, outcome);
    }

    /** After the reservation was made, or found to be there. */
    public static MigrationPlan reservationMade(ReservationRef made) {
        return new MigrationPlan(List.of(new PatchSpec(null, made, null)), null, "", List.of());
    }

    /** After the reservation could not be made. */
    public static MigrationPlan reservationFailed(MigrationFacts facts, CreateReservation call, String problem) {
        return Draft.of(facts)
                .with(call.status())
                .with(JobPhases.RESERVATION_CREATED, false, JobPhases.FAILED_CREATE_RESERVATION, problem)
                .plan(null, problem);
    }
}
