package io.koordbridge.colo.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MigrationFormatterTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");
    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withNamespace("shop")
            .withName("web")
            .withUid("u1")
            .endMetadata()
            .withNewSpec()
            .withNodeName("hot")
            .endSpec()
            .withNewStatus()
            .withPhase("Running")
            .endStatus()
            .build();

    private static PodMigrationJob job(@Nullable PodMigrationJobStatus status) {
        PodMigrationJob job = new PodMigrationJob();
        job.getMetadata().setName("move");
        job.getMetadata().setCreationTimestamp("2026-01-01T00:02:00Z");
        job.getMetadata()
                .setAnnotations(Map.of(
                        Annotations.JOB_EVICT_TRIGGER, "LowNodeLoad", Annotations.JOB_EVICT_REASON, "too much cpu"));
        job.setSpec(new PodMigrationJobSpec(
                null,
                "5m0s",
                "EvictDirectly",
                new ObjectReferenceBuilder()
                        .withNamespace("shop")
                        .withName("web")
                        .withUid("u1")
                        .build(),
                null,
                null));
        job.setStatus(status);
        return job;
    }

    private static PodMigrationJobStatus status(String phase, String reason) {
        return new PodMigrationJobStatus(
                phase,
                "Eviction",
                reason,
                "",
                List.of(new PodMigrationJobStatus.Condition(
                        "Eviction", "False", reason, "", null, Instant.parse("2026-01-01T00:04:00Z"))),
                null,
                null,
                null);
    }

    @Test
    void showsTheLimitWithItsNumbersAndSinceWhen() {
        MigrationsAnswer.Job reported = new MigrationsAnswer.Job(
                "move",
                "shop/web",
                "hot",
                null,
                "LowNodeLoad",
                "Pending",
                "",
                NOW,
                new MigrationsAnswer.Wait(
                        "MaxMigratingPerNode", "2 of 2 pods of node hot", Instant.parse("2026-01-01T00:03:00Z")),
                null);

        assertThat(MigrationFormatter.of(new MigrationFacts(job(null), POD, null, List.of(), reported, ""), NOW))
                .isEqualTo("""
                        Migration move: Pending, made 3min ago
                        Pod shop/web: Running on node hot
                        Asked for by LowNodeLoad: too much cpu
                        Mode EvictDirectly, ttl 5m0s
                        Waits 2min for MaxMigratingPerNode: 2 of 2 pods of node hot""");
    }

    @Test
    void withoutTheProcessItSaysWhatTheStatusSays() {
        String text = MigrationFormatter.of(
                new MigrationFacts(
                        job(status("Running", "Evicting")),
                        null,
                        null,
                        List.of(new EventBuilder()
                                .withNewMetadata()
                                .endMetadata()
                                .withNewInvolvedObject()
                                .withKind("Pod")
                                .endInvolvedObject()
                                .withReason("Descheduled")
                                .withMessage("evicted")
                                .withLastTimestamp("2026-01-01T00:04:00Z")
                                .build()),
                        null,
                        "cannot reach it"),
                NOW);

        assertThat(text)
                .contains("Migration move: Running (Evicting)")
                .contains("Pod shop/web: not there")
                .contains("Waits for the pod to end (limits are not known: cannot reach it)")
                .containsPattern("Eviction +False +Evicting +60s")
                .containsPattern("Pod +Descheduled +1 +60s +evicted");
    }

    @Test
    void aPodOfTheSameNameIsNamedAsAnother() {
        Pod other =
                new PodBuilder(POD).editMetadata().withUid("u2").endMetadata().build();

        assertThat(MigrationFormatter.of(new MigrationFacts(job(null), other, null, List.of(), null, ""), NOW))
                .contains("another one of the same name");
    }

    @Test
    void eachStateHasAStep() {
        assertThat(MigrationStep.of(job(null), PodMigrationJobStatus.NEW)).contains("arbitration");
        assertThat(MigrationStep.of(job(null), status("Succeeded", ""))).isEqualTo("It has ended");
        assertThat(MigrationStep.of(job(null), status("Running", "other"))).contains("next step");
        PodMigrationJob passed = job(null);
        passed.getMetadata().setAnnotations(Map.of(Annotations.JOB_PASSED_ARBITRATION, "true"));
        assertThat(MigrationStep.of(passed, PodMigrationJobStatus.NEW)).isEqualTo("Waits for its first step");
        PodMigrationJob paused = job(null);
        paused.setSpec(new PodMigrationJobSpec(true, null, null, null, null, null));
        assertThat(MigrationStep.of(paused, PodMigrationJobStatus.NEW)).contains("spec.paused");
    }
}
