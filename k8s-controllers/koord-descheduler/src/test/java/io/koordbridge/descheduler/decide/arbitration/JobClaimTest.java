package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JobClaimTest {

    @Test
    void jobThatLacksEverythingIsReadAsWaiting() {
        JobClaim claim = JobClaim.of(new PodMigrationJob());

        assertThat(claim).isEqualTo(new JobClaim("", "", Instant.EPOCH, null, "", false, ""));
        assertThat(claim.needsArbitration()).isTrue();
    }

    @Test
    void fieldsAnnotationAndLabelAreRead() {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName("j")
                .withUid("u")
                .withCreationTimestamp("2026-07-01T00:00:00Z")
                .addToAnnotations(Annotations.JOB_PASSED_ARBITRATION, "true")
                .addToLabels(Labels.EVICT_POLICY, "Delete")
                .build());
        job.setSpec(new PodMigrationJobSpec(
                null,
                null,
                null,
                new ObjectReferenceBuilder().withNamespace("d").withName("p").build(),
                null,
                null));

        JobClaim claim = JobClaim.of(job);

        assertThat(claim)
                .isEqualTo(new JobClaim(
                        "j", "u", Instant.parse("2026-07-01T00:00:00Z"), new PodRef("d", "p", ""), "", true, "Delete"));
        assertThat(claim.needsArbitration()).isFalse();
        assertThat(claim.isOpen()).isTrue();
    }

    @Test
    void jobsThatRunOrEndedAreNotArbitratedAgain() {
        for (String phase : new String[] {"Running", "Succeeded", "Failed", "Aborted"}) {
            JobClaim claim = new JobClaim("j", "u", Instant.EPOCH, null, phase, false, "");
            assertThat(claim.needsArbitration()).as(phase).isFalse();
            assertThat(claim.isOpen()).as(phase).isEqualTo(phase.equals("Running"));
        }
    }
}
