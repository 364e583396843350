package io.koordbridge.descheduler.act.arbitrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.act.RealCluster;
import io.koordbridge.descheduler.act.arbitrate.JobAnswers.Answer;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiJobAnswersIT {

    private static final Verdict FORBIDDEN = Verdict.refused("PVC", "pod shop/web has a persistent volume claim");

    private final KubernetesClient client = RealCluster.client();
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events =
            new EventRecorder(client, "koord-descheduler", new ManualClock(Instant.EPOCH), metrics);
    private boolean leads = true;
    private Runnable between = () -> {};
    private String forbids = "";
    private final ApiJobAnswers answers = new ApiJobAnswers(
            client,
            metrics,
            events,
            call -> {
                Runnable now = between;
                between = () -> {};
                now.run();
                return leads;
            },
            job -> forbids);
    private final String name = UUID.randomUUID().toString();
    private final String uid = create();

    private String create() {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder().withName(name).build());
        job.setSpec(new PodMigrationJobSpec(
                null,
                "5m0s",
                "EvictDirectly",
                new ObjectReferenceBuilder()
                        .withNamespace("shop")
                        .withName("web")
                        .build(),
                null,
                null));
        return client.resource(job).create().getMetadata().getUid();
    }

    @AfterEach
    void end() {
        events.close();
    }

    private Resource<PodMigrationJob> resource() {
        return client.resources(PodMigrationJob.class).withName(name);
    }

    private PodMigrationJob job() {
        return resource().get();
    }

    private void touch() {
        Edits.edit(resource(), job -> {
            job.getMetadata().setLabels(Map.of("touched", "true"));
            return job;
        });
    }

    private void phase(String phase) {
        Edits.editStatus(resource(), job -> {
            job.setStatus(new PodMigrationJobStatus(phase, null, null, null, null, null, null, null));
            return job;
        });
    }

    @Test
    void aPassIsWrittenOverAConflictingEdit() {
        between = this::touch;

        assertThat(answers.pass(name, uid)).isEqualTo(Answer.PASSED);

        assertThat(job().getMetadata().getAnnotations()).containsEntry(Annotations.JOB_PASSED_ARBITRATION, "true");
        assertThat(job().getMetadata().getLabels()).containsEntry("touched", "true");
        String version = job().getMetadata().getResourceVersion();
        assertThat(answers.pass(name, uid)).isEqualTo(Answer.PASSED);
        assertThat(job().getMetadata().getResourceVersion()).as("written once").isEqualTo(version);
    }

    @Test
    void aForbiddenJobFailsWithTheSentenceOfItsCheck() {
        between = this::touch;

        assertThat(answers.fail(name, uid, FORBIDDEN)).isEqualTo(Answer.FAILED);

        assertThat(job().getStatus())
                .isEqualTo(new PodMigrationJobStatus(
                        "Failed", null, "ForbiddenMigratePod", FORBIDDEN.message(), null, null, null, null));
        await().untilAsserted(() -> assertThat(
                        client.v1().events().inNamespace("default").list().getItems())
                .filteredOn(event -> "ForbiddenMigratePod".equals(event.getReason()))
                .extracting(event -> event.getInvolvedObject().getName())
                .contains(name));
    }

    @Test
    void aJobThatEndedOrBeganInBetweenKeepsItsPhase() {
        between = () -> phase("Aborted");
        assertThat(answers.fail(name, uid, FORBIDDEN)).isEqualTo(Answer.DROPPED);
        assertThat(job().getStatus().phase()).isEqualTo("Aborted");
        assertThat(answers.pass(name, uid)).isEqualTo(Answer.DROPPED);
        assertThat(job().getMetadata().getAnnotations()).isNullOrEmpty();

        phase("Running");
        assertThat(answers.fail(name, uid, FORBIDDEN)).isEqualTo(Answer.PASSED);
        assertThat(job().getStatus().phase()).isEqualTo("Running");
    }

    @Test
    void aLastCheckOfTheJobItselfFailsIt() {
        forbids = "invalid spec.ttl";

        assertThat(answers.pass(name, uid)).isEqualTo(Answer.FAILED);

        assertThat(job().getStatus().message()).isEqualTo("invalid spec.ttl");
    }

    @Test
    void aJobThatIsGoneOrAnotherOneIsLeft() {
        assertThat(answers.pass(name, "of-another")).isEqualTo(Answer.DROPPED);
        leads = false;
        assertThat(answers.pass(name, uid)).isEqualTo(Answer.REFUSED);
        leads = true;
        between = () -> client.resource(job()).delete();
        assertThat(answers.pass(name, uid)).isEqualTo(Answer.DROPPED);
    }

    @Test
    void aPausedJobStaysAsItIs() {
        Edits.edit(resource(), job -> {
            PodMigrationJobSpec spec = job.getSpec();
            job.setSpec(new PodMigrationJobSpec(true, spec.ttl(), spec.mode(), spec.podRef(), null, null));
            return job;
        });

        assertThat(answers.pass(name, uid)).isEqualTo(Answer.REFUSED);

        assertThat(job().getMetadata().getAnnotations()).isNullOrEmpty();
    }
}
