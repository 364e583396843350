package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobEditsTest {

    private final PodMigrationJob job = MigrationScene.job("ReservationFirst", "5m0s", null, Map.of());

    @Test
    void specTakesWhatThePatchNames() {
        PatchSpec patch = new PatchSpec("uid-p", new ReservationRef("r", "uid-r"), "EvictDirectly");
        JobFacts after = JobFacts.of(JobEdits.with(job, patch, "7"));
        assertThat(after.pod().uid()).isEqualTo("uid-p");
        assertThat(after.reservation()).isEqualTo(new ReservationRef("r", "uid-r"));
        assertThat(after.settings()).isEqualTo(new JobFacts.Settings("EvictDirectly", "5m0s"));
        assertThat(JobFacts.of(job).pod().uid()).isEmpty();
    }

    @Test
    void statusIsReplacedAndVersionStored() {
        PatchStatus patch = new PatchStatus(StatusEdits.phase(PodMigrationJobStatus.NEW, "Running"));
        PodMigrationJob after = JobEdits.with(job, patch, "8");
        assertThat(JobFacts.of(after).phase()).isEqualTo("Running");
        assertThat(after.getMetadata().getResourceVersion()).isEqualTo("8");
        assertThat(job.getMetadata().getResourceVersion()).isEqualTo("1");
    }
}
