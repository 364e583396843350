package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.answers.MigrationsAnswer.Job;
import io.koordbridge.answers.MigrationsAnswer.Wait;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MigrationHistoryTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final MigrationHistory history = new MigrationHistory();

    private static PodMigrationJob job(String name, String phase) {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withCreationTimestamp("2026-03-01T09:00:00Z")
                .withAnnotations(Map.of(Annotations.JOB_EVICT_TRIGGER, "LowNodeLoad"))
                .build());
        job.setSpec(new PodMigrationJobSpec(
                null,
                null,
                null,
                new ObjectReferenceBuilder()
                        .withNamespace("shop")
                        .withName("web")
                        .build(),
                null,
                null));
        job.setStatus(new PodMigrationJobStatus(phase, "Timeout", "after 300 s", null, null, "node-2", null, null));
        return job;
    }

    private MigrationsAnswer answer() {
        return history.answer(NOW, name -> Optional.empty());
    }

    @Test
    void aJobIsOpenUntilItEndsAndThenAmongTheEndedOnes() {
        history.changed(job("a", ""), "node-1", NOW.minusSeconds(9));
        assertThat(answer().open()).extracting(Job::phase).containsExactly("Pending");
        assertThat(history.changedAt("a")).contains(NOW.minusSeconds(9));

        history.changed(job("a", "Failed"), null, NOW);

        assertThat(answer().open()).isEmpty();
        Job ended = answer().ended().get(0);
        assertThat(ended.pod()).isEqualTo("shop/web");
        assertThat(ended.from()).as("the pod is gone, its node is known").isEqualTo("node-1");
        assertThat(ended.trigger()).isEqualTo("LowNodeLoad");
        assertThat(ended.message()).contains("after 300 s");
        assertThat(ended.created()).isEqualTo(Instant.parse("2026-03-01T09:00:00Z"));
        assertThat(ended.ended()).isEqualTo(NOW);
        assertThat(history.changedAt("a")).isEmpty();
    }

    @Test
    void whatHadEndedBeforeIsHistoryOfAnotherProcess() {
        history.changed(job("a", "Succeeded"), null, NOW);

        assertThat(answer().ended()).isEmpty();
    }

    @Test
    void aDeletedJobIsForgotten() {
        history.changed(job("a", "Running"), null, NOW);
        history.gone("a");

        assertThat(answer().open()).isEmpty();
        assertThat(answer().ended()).isEmpty();
    }

    @Test
    void anOpenJobSaysWhatItWaitsFor() {
        history.changed(job("b", "Pending"), null, NOW);
        history.changed(job("a", "Running"), null, NOW);
        Wait limit = new Wait("MaxMigratingPerNode", "2 pods migrate, allowed: 2", NOW);

        MigrationsAnswer answer = history.answer(NOW, name -> name.equals("b") ? Optional.of(limit) : Optional.empty());

        assertThat(answer.open()).extracting(Job::name).containsExactly("a", "b");
        assertThat(answer.open()).extracting(Job::waits).containsExactly(null, limit);
    }

    @Test
    void onlyTheLastOnesAreKeptAndServed() {
        for (int i = 0; i < 600; i++) {
            history.changed(job("open-" + i, "Running"), null, NOW);
            history.changed(job("over-" + i, "Running"), null, NOW);
            history.changed(job("over-" + i, "Aborted"), null, NOW);
        }

        assertThat(answer().open()).hasSize(500);
        assertThat(answer().ended()).hasSize(500).first().extracting(Job::name).isEqualTo("over-599");
    }

    @Test
    void aJobWithoutAnythingIsShownAsItIs() {
        PodMigrationJob bare = new PodMigrationJob();
        bare.setMetadata(new ObjectMetaBuilder()
                .withName("bare")
                .withCreationTimestamp("yesterday")
                .build());
        bare.setSpec(null);
        bare.setStatus(null);
        history.changed(bare, null, NOW);

        Job shown = answer().open().get(0);
        assertThat(shown.pod()).isEmpty();
        assertThat(shown.phase()).isEqualTo("Pending");
        assertThat(shown.created()).isEqualTo(Instant.EPOCH);
    }
}
