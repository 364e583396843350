package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that one step looks at.
 *
 * @param pod the pod of the job's namespace and name, null when there is none
 * @param reservation the reservation of {@link JobFacts#reservationName()}, null when there is none
 * @param boundPod the first pod that uses the reservation, null when it is not there
 */
@PureCore
public record MigrationFacts(
        JobFacts job,
        @Nullable PodFacts pod,
        @Nullable Reservation reservation,
        @Nullable PodFacts boundPod,
        MigrationSettings settings,
        MigrationAnswers answers,
        Instant now) {}
