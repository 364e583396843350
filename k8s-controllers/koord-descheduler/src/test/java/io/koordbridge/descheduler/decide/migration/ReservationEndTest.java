package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.reservation.Reservation;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservationEndTest {

    private static JobFacts job(String mode, String phase) {
        PodMigrationJob job = MigrationScene.job(mode, "5m0s", "uid-p", Map.of());
        job.setStatus(StatusEdits.phase(PodMigrationJobStatus.NEW, phase));
        return JobFacts.of(job);
    }

    private static Reservation reservation() {
        return ReservationTemplate.of(
                MigrationScene.job("ReservationFirst", "5m0s", "uid-p", Map.of()),
                MigrationScene.pod("p", "uid-p", "n1", true),
                MigrationScene.BEGIN);
    }

    @ParameterizedTest
    @CsvSource({
        "ReservationFirst, Failed, 1",
        "ReservationFirst, Aborted, 1",
        "ReservationFirst, Succeeded, 0",
        "EvictDirectly, Succeeded, 1",
        "ReservationFirst, Running, 0"
    })
    void reservationEndsWithAJobThatDoesNotNeedIt(String mode, String phase, int deleted) {
        assertThat(ReservationEnd.after(job(mode, phase), reservation())).hasSize(deleted);
    }

    @Test
    void reservationOfAUserStays() {
        Reservation ofUser = reservation();
        ofUser.getMetadata().setLabels(Map.of());
        assertThat(ReservationEnd.after(job("ReservationFirst", "Failed"), ofUser))
                .isEmpty();
    }

    @Test
    void reservationOfAnotherJobIsNotTaken() {
        Reservation other = reservation();
        other.getMetadata().getOwnerReferences().get(0).setUid("another");
        assertThat(ReservationEnd.isOfAnotherJob(job("ReservationFirst", "Running"), other))
                .isTrue();
        assertThat(ReservationEnd.after(job("ReservationFirst", "Failed"), other))
                .isEmpty();
    }
}
