package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;

/**
 * Step E of the specification's section 6. Before the call the status says which pod is going to be evicted, so that a process that ends
 * between call and answer is followed by one that sees whose work it was. Jobs of this component in mode EvictDirectly need no such
 * write: they were made for a pod that existed, and from the arbitration on the eviction is the only thing that they do.
 */
@PureCore
final class EvictionSteps {

    private EvictionSteps() {}

    /** Goes on once the pod has left. */
    static Turn step(Draft draft, boolean isBoundByAnother) {
        if (draft.isTrue(JobPhases.EVICTION)) {
            return Turn.on(draft);
        }
        PodFacts pod = draft.pod();
        if (pod == null) {
            return JobPhases.EVICTION.equals(draft.status().status()) || isIntended(draft)
                    ? Turn.on(draft.with(JobPhases.EVICTION, true, JobPhases.EVICT_COMPLETE, ""))
                    : Turn.end(draft, draft.failed(JobPhases.MISSING_POD, draft.whyNoPod()));
        }
        Condition condition = draft.condition(JobPhases.EVICTION);
        if (condition != null && JobPhases.EVICTING.equals(condition.reason())) {
            return Turn.end(draft, draft.waiting());
        }
        if (isBoundByAnother) {
            return Turn.end(draft, draft.failed(JobPhases.FORBIDDEN, "another pod took the reservation"));
        }
        if (isFixed(pod)) {
            return Turn.end(draft, draft.failed(JobPhases.FORBIDDEN, fixed(pod)));
        }
        return Turn.end(draft, pod.state().terminating() ? leaves(draft, pod.ref()) : call(draft, pod.ref()));
    }

    /** A pod that terminates was evicted before, by this job or by another client: a second call would change nothing. */
    private static MigrationPlan leaves(Draft draft, PodRef pod) {
        return draft.with(JobPhases.EVICTION, false, JobPhases.EVICTING, "pod " + pod.key() + " terminates")
                .waiting();
    }

    private static MigrationPlan call(Draft draft, PodRef pod) {
        if (isOursAndDirect(draft)) {
            return draft.call(new Evict(pod, draft.status()));
        }
        Draft intended = isIntended(draft) ? draft : draft.with(StatusEdits.message(draft.status(), intent(pod)));
        return intended.flushed().call(new Evict(pod, intended.status()));
    }

    /** Whether the kubelet would start the pod anew after an eviction. */
    static boolean isFixed(PodFacts pod) {
        return pod.guards().mirror() || pod.guards().fixed();
    }

    static String fixed(PodFacts pod) {
        return "pod " + pod.ref().key() + " is a static or mirror pod: the kubelet would start it at once";
    }

    /** Whether the job has said, by itself or by its status, that it evicts this pod. */
    static boolean isIntended(Draft draft) {
        String message = Objects.requireNonNullElse(draft.status().message(), "");
        return message.startsWith(intent(draft.job().pod())) || isOursAndDirect(draft);
    }

    private static boolean isOursAndDirect(Draft draft) {
        JobFacts job = draft.job();
        return job.maker() == JobFacts.Maker.US
                && draft.mode().equals(MigrationSettings.EVICT_DIRECTLY)
                && !job.pod().uid().isEmpty()
                && "true".equals(job.annotations().get(Annotations.JOB_PASSED_ARBITRATION));
    }

    private static String intent(PodRef pod) {
        return "evicting pod " + pod.key() + " with uid " + pod.uid();
    }

    /** After the call. */
    static MigrationPlan evicted(Draft draft, Evict call, EvictionOutcome outcome) {
        Draft before = draft.with(call.status());
        return switch (outcome.result()) {
            case EVICTED ->
                before.with(JobPhases.EVICTION, false, JobPhases.EVICTING, "waits until it has left")
                        .waiting();
            case GONE -> before.waiting();
            case TOO_MANY -> new MigrationPlan(List.of(), null, error(call, outcome), draft.notices());
            case REFUSED ->
                before.with(kept(call, "a disruption budget keeps it, or the API server is busy"))
                        .plan(null, error(call, outcome));
            case FAILED -> before.with(kept(call, "the call failed")).plan(null, error(call, outcome));
        };
    }

    private static PodMigrationJobStatus kept(Evict call, String why) {
        return StatusEdits.message(call.status(), intent(call.pod()) + ": " + why + "; tried until the ttl ends");
    }

    private static String error(Evict call, EvictionOutcome outcome) {
        return "pod " + call.pod().key() + " was not evicted: " + outcome.result() + " " + outcome.problem();
    }
}
