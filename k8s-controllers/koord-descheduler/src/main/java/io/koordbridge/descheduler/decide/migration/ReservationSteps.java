package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.CreateReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Objects;

/** Steps of a job that makes room before it evicts: rows 6 to 20 of the specification's section 6, and step P. */
@PureCore
final class ReservationSteps {

    private static final String NO_SCHEDULER = "no koord-scheduler answers, so a reservation would not be scheduled";

    private ReservationSteps() {}

    static MigrationPlan step(Draft draft) {
        if (!draft.facts().answers().schedulerAnswers() && !draft.isTrue(JobPhases.RESERVATION_SCHEDULED)) {
            return withoutScheduler(draft);
        }
        if (draft.job().reservation() == null) {
            return create(draft);
        }
        if (draft.facts().reservation() == null) {
            return draft.failed(
                    JobPhases.MISSING_RESERVATION, "reservation " + draft.job().reservationName() + " is gone");
        }
        ReservationState reservation = ReservationState.of(draft.facts().reservation());
        Draft ordered = reservation.ordered()
                ? draft
                : draft.with(new LabelReservation(
                        reservation.ref(), String.valueOf(draft.facts().now().toEpochMilli())));
        return created(ordered.with(JobPhases.RESERVATION_CREATED, true, "", ""), reservation);
    }

    /** Says so at once; goes on without a reservation where the configuration allows it and the pod has a node to leave. */
    private static MigrationPlan withoutScheduler(Draft draft) {
        PodFacts pod = draft.pod();
        boolean isOnNode = pod != null && !pod.nodeName().isEmpty();
        if (!draft.facts().settings().fallbackToEvictDirectly() || !isOnNode) {
            return draft.with(JobPhases.RESERVATION_SCHEDULED, false, JobPhases.SCHEDULER_MISSING, NO_SCHEDULER)
                    .with(new Notice(true, JobPhases.SCHEDULER_MISSING, NO_SCHEDULER))
                    .waiting();
        }
        String message = NO_SCHEDULER + "; the job goes on as EvictDirectly (fallbackToEvictDirectly)";
        return ReservationEnd.write(draft.job(), draft.facts().reservation())
                .map(draft::with)
                .orElse(draft)
                .with(new PatchSpec(null, null, MigrationSettings.EVICT_DIRECTLY))
                .with(JobPhases.RESERVATION_SCHEDULED, false, JobPhases.SCHEDULER_MISSING, message)
                .with(new Notice(true, JobPhases.SCHEDULER_MISSING, message))
                .plan(Duration.ZERO, "");
    }

    private static MigrationPlan create(Draft draft) {
        PodFacts pod = draft.pod();
        if (pod == null) {
            return draft.failedByError(JobPhases.MISSING_POD, draft.whyNoPod());
        }
        return draft.flushed().call(new CreateReservation(pod.ref(), draft.status()));
    }

    private static MigrationPlan created(Draft draft, ReservationState reservation) {
        Draft looked = draft;
        if (reservation.unschedulable() != null && !draft.isTrue(JobPhases.RESERVATION_SCHEDULED)) {
            looked = draft.with(
                    JobPhases.RESERVATION_SCHEDULED, false, JobPhases.UNSCHEDULABLE, reservation.unschedulable());
        }
        String name = "reservation " + reservation.ref().name();
        if (reservation.isPending()) {
            return looked.waiting();
        }
        if (reservation.expired()) {
            return looked.failed(JobPhases.RESERVATION_EXPIRED, name + " expired");
        }
        if (!reservation.scheduled()) {
            return looked.failed(
                    JobPhases.UNSCHEDULABLE,
                    name + " found no node: "
                            + Objects.requireNonNullElse(reservation.unschedulable(), "not scheduled"));
        }
        return scheduled(looked, reservation);
    }

    private static MigrationPlan scheduled(Draft draft, ReservationState reservation) {
        Draft placed = draft;
        if (!draft.isTrue(JobPhases.RESERVATION_SCHEDULED)) {
            PodFacts pod = draft.pod();
            if (pod != null && !pod.nodeName().isEmpty() && pod.nodeName().equals(reservation.nodeName())) {
                return draft.failedByError(
                        JobPhases.FORBIDDEN,
                        "reservation " + reservation.ref().name() + " is on node " + pod.nodeName()
                                + ", where the pod is already");
            }
            placed = draft.with(StatusEdits.node(draft.status(), reservation.nodeName()))
                    .with(JobPhases.RESERVATION_SCHEDULED, true, "", "");
        }
        if (reservation.forOnePod()) {
            return pendingPod(placed, reservation);
        }
        Turn evicted = EvictionSteps.step(placed, reservation.isTaken());
        return evicted.end() != null ? evicted.end() : bound(evicted.draft(), reservation);
    }

    /** Step P: the pod has no node yet, and the reservation is for it only. */
    private static MigrationPlan pendingPod(Draft draft, ReservationState reservation) {
        PodFacts pod = draft.pod();
        if (pod == null) {
            return draft.failed(JobPhases.MISSING_POD, draft.whyNoPod());
        }
        if (pod.state().scheduled().equals("True")) {
            return draft.with(JobPhases.POD_SCHEDULED, true, "", "").complete();
        }
        if (reservation.isTakenByOther(pod.ref())) {
            return draft.failed(JobPhases.FORBIDDEN, "another pod took the reservation");
        }
        return draft.with(
                        JobPhases.POD_SCHEDULED,
                        false,
                        JobPhases.UNSCHEDULABLE,
                        "pod " + pod.ref().key() + " is not scheduled yet")
                .waiting();
    }

    private static MigrationPlan bound(Draft draft, ReservationState reservation) {
        if (reservation.user() == null) {
            return draft.with(
                            JobPhases.POD_BOUND_RESERVATION,
                            false,
                            JobPhases.WAIT_FOR_BINDING,
                            "no pod uses reservation " + reservation.ref().name() + " yet")
                    .waiting();
        }
        Draft used = draft.with(JobPhases.RESERVATION_BOUND, true, "", "");
        used = used.with(StatusEdits.pod(used.status(), reservation.user()));
        PodFacts pod = draft.facts().boundPod();
        if (pod != null && !pod.state().ready()) {
            return used.with(
                            JobPhases.BOUND_POD_READY,
                            false,
                            JobPhases.WAIT_FOR_READY,
                            "pod " + pod.ref().key() + " is not ready yet")
                    .waiting();
        }
        return used.with(JobPhases.BOUND_POD_READY, true, "", "")
                .with(JobPhases.POD_BOUND_RESERVATION, true, "", "")
                .complete();
    }
}
