package io.koordbridge.colo.migration;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a job waits for as its own status has it, without the limits that only the process has. */
@PureCore
final class MigrationStep {
    private static final List<String> ENDED = List.of("Succeeded", "Failed", "Aborted");

    private static final Map<String, String> BY_REASON = Map.of(
            "Evicting", "Waits for the pod to end",
            "WaitForPodBindReservation", "Waits for a new pod that takes the reservation",
            "WaitForBoundPodReady", "Waits for the new pod to become ready",
            "Unschedulable", "Waits for a node: none has room for the pod",
            "FailedCreateReservation", "Waits for the next try to create the reservation",
            "FailedEvict", "Waits for the next try to evict the pod");

    private MigrationStep() {}

    static String of(PodMigrationJob job, PodMigrationJobStatus status) {
        String phase = Optional.ofNullable(status.phase()).orElse("");
        if (ENDED.contains(phase)) {
            return "It has ended";
        }
        if (job.getSpec() != null && Boolean.TRUE.equals(job.getSpec().paused())) {
            return "Nothing happens while spec.paused is true, also no time-out";
        }
        String reason = Optional.ofNullable(status.reason()).orElse("");
        if (BY_REASON.containsKey(reason)) {
            return BY_REASON.get(reason);
        }
        if (phase.equals("Running")) {
            return "Waits for the next step of koord-descheduler";
        }
        boolean passed = "true"
                .equals(Optional.ofNullable(job.getMetadata().getAnnotations())
                        .orElse(Map.of())
                        .get(Annotations.JOB_PASSED_ARBITRATION));
        return passed ? "Waits for its first step" : "Waits for the arbitration: a limit, or no leader";
    }
}
