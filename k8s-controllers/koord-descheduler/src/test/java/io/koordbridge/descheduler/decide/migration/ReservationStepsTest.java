package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReservationStepsTest {

    private static final String ROOM_FIRST = "ReservationFirst";
    private static final Pod POD = MigrationScene.pod("p", "uid-p", "n1", true);

    private static MigrationWorld world(PodMigrationJob job) {
        MigrationWorld world = new MigrationWorld(job, MigrationScene.BEGIN.plusSeconds(10));
        world.put(POD);
        return world;
    }

    private static PodMigrationJob job(@Nullable String mode, @Nullable String ttl, @Nullable String uid) {
        return MigrationScene.job(mode, ttl, uid, Map.of());
    }

    private static JobFacts facts(MigrationWorld world) {
        return JobFacts.of(world.job);
    }

    @Test
    void withoutSchedulerTheJobSaysSoAtOnce() {
        MigrationWorld world = world(job(ROOM_FIRST, "5m0s", "uid-p"));
        world.answers = new MigrationAnswers(true, false, false);
        world.pass();
        assertThat(facts(world).condition("ReservationScheduled").reason()).isEqualTo("SchedulerMissing");
        assertThat(world.reservations).isEmpty();
        assertThat(MigrationStep.next(world.facts()).notices()).hasSize(1);
        assertThat(MigrationStep.next(world.facts()).writes()).isEmpty();
    }

    @Test
    void withoutSchedulerTheJobEvictsWhereConfigured() {
        MigrationWorld world = world(job(ROOM_FIRST, "5m0s", "uid-p"));
        world.pass();
        assertThat(world.reservations).hasSize(1);
        world.settings = new MigrationSettings(ROOM_FIRST, true);
        world.answers = new MigrationAnswers(true, false, false);
        world.pass();
        world.pass();
        assertThat(world.evicted).containsExactly("d/p");
        assertThat(world.reservations).isEmpty();
        world.pods.clear();
        world.pass();
        assertThat(facts(world).phase()).isEqualTo(JobPhases.SUCCEEDED);
    }

    @Test
    void orderIsStoredOnAReservationWithoutLabels() {
        MigrationWorld world = world(job(ROOM_FIRST, "5m0s", "uid-p"));
        world.pass();
        Reservation reservation = world.reservations.get("job-uid");
        reservation.getMetadata().setLabels(null);
        world.pass();
        world.pass();
        assertThat(world.written).filteredOn(LabelReservation.class::isInstance).hasSize(1);
    }

    @Test
    void reservationThatIsGoneFailsTheJob() {
        MigrationWorld world = world(job(ROOM_FIRST, "5m0s", "uid-p"));
        world.pass();
        world.reservations.clear();
        world.pass();
        assertThat(facts(world).status().reason()).isEqualTo("MissingReservation");
        assertThat(world.evicted).isEmpty();
    }
}
