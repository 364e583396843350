package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteJob;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobScavengerTest {

    private static final Instant BEGIN = MigrationScene.BEGIN;

    private static JobFacts job(String ttl, Map<String, String> annotations) {
        return JobFacts.of(MigrationScene.job("ReservationFirst", ttl, "uid-p", annotations));
    }

    private static Reservation reservation() {
        return ReservationTemplate.of(
                MigrationScene.job("ReservationFirst", "5m0s", "uid-p", Map.of()),
                MigrationScene.pod("p", "uid-p", "n1", true),
                BEGIN);
    }

    @Test
    void jobIsDeletedFiveMinutesAfterItsTtl() {
        JobFacts job = job("5m0s", Map.of());
        assertThat(JobScavenger.writes(job, null, BEGIN.plus(Duration.ofSeconds(599))))
                .isEmpty();
        assertThat(JobScavenger.writes(job, null, BEGIN.plus(Duration.ofMinutes(10))))
                .containsExactly(new DeleteJob("job", "job-uid"));
    }

    @Test
    void jobWithoutEndIsDeletedAfterHalfAnHour() {
        for (String ttl : List.of("", "0s", "soon", "-1m")) {
            JobFacts job = job(ttl, Map.of());
            assertThat(JobScavenger.writes(job, null, BEGIN.plus(Duration.ofMinutes(29))))
                    .isEmpty();
            assertThat(JobScavenger.writes(job, null, BEGIN.plus(Duration.ofMinutes(30))))
                    .hasSize(1);
        }
    }

    @Test
    void reservationIsDeletedBeforeItsJob() {
        List<MigrationWrite> writes =
                JobScavenger.writes(job("5m0s", Map.of()), reservation(), BEGIN.plus(Duration.ofHours(1)));
        assertThat(writes).hasSize(2);
        assertThat(writes.get(0)).isInstanceOf(DeleteReservation.class);
        assertThat(writes.get(1)).isInstanceOf(DeleteJob.class);
    }

    @Test
    void jobOfAnotherComponentStays() {
        JobFacts job = job("5m0s", Map.of(Annotations.JOB_CREATED_BY, "another"));
        assertThat(JobScavenger.writes(job, null, BEGIN.plus(Duration.ofHours(1))))
                .isEmpty();
    }

    @Test
    void reservationOfAJobThatIsGoneIsDeleted() {
        Reservation ofUser = reservation();
        ofUser.getMetadata().setLabels(Map.of());
        assertThat(JobScavenger.orphans(List.of(reservation(), ofUser), Set.of("other")))
                .hasSize(1);
        assertThat(JobScavenger.orphans(List.of(reservation()), Set.of("job-uid")))
                .isEmpty();
    }
}
