package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.decide.migration.StatusEdits.Word;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StatusEditsTest {

    private static final Instant BEGIN = MigrationScene.BEGIN;
    private static final Word WAITS = new Word("Eviction", false, "Evicting", "");

    @Test
    void sameWordChangesNothing() {
        PodMigrationJobStatus once = StatusEdits.with(PodMigrationJobStatus.NEW, WAITS, BEGIN);
        assertThat(StatusEdits.with(once, WAITS, BEGIN.plusSeconds(60))).isSameAs(once);
    }

    @Test
    void transitionTimeChangesOnlyWithTheValue() {
        PodMigrationJobStatus once = StatusEdits.with(PodMigrationJobStatus.NEW, WAITS, BEGIN);
        PodMigrationJobStatus other =
                StatusEdits.with(once, new Word("Eviction", false, "FailedEvict", ""), BEGIN.plusSeconds(1));
        assertThat(other.conditions().get(0).lastTransitionTime()).isEqualTo(BEGIN);
        PodMigrationJobStatus done =
                StatusEdits.with(other, new Word("Eviction", true, "EvictComplete", ""), BEGIN.plusSeconds(2));
        assertThat(done.conditions()).hasSize(1);
        assertThat(done.conditions().get(0).lastTransitionTime()).isEqualTo(BEGIN.plusSeconds(2));
    }

    @Test
    void statusFollowsTheLastConditionThatChanged() {
        PodMigrationJobStatus status = StatusEdits.with(PodMigrationJobStatus.NEW, WAITS, BEGIN);
        status = StatusEdits.with(status, new Word("ReservationBound", true, "", ""), BEGIN);
        assertThat(StatusEdits.with(status, WAITS, BEGIN).status()).isEqualTo("ReservationBound");
        assertThat(status.reason()).isNull();
    }
}
