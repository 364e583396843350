package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import org.junit.jupiter.api.Test;

class JobIndexTest {

    private final JobIndex index = new JobIndex();

    private static PodMigrationJob job(String pod, String uid) {
        PodMigrationJob job = new PodMigrationJob();
        job.setSpec(new PodMigrationJobSpec(
                null,
                null,
                null,
                new ObjectReferenceBuilder()
                        .withNamespace("shop")
                        .withName(pod)
                        .withUid(uid)
                        .build(),
                null,
                null));
        return job;
    }

    @Test
    void findsJobsByThePodThatTheyName() {
        PodMigrationJob before = job("web", "u1");
        PodMigrationJob after = job("web", "u2");
        PodMigrationJob other = job("web", null);
        index.changed("a", null, before);
        index.changed("b", null, other);
        assertThat(index.ofUid("u1")).containsExactly(before);
        assertThat(index.ofPod("shop", "web")).containsExactlyInAnyOrder(before, other);

        index.changed("a", before, after);
        assertThat(index.ofUid("u1")).isEmpty();
        assertThat(index.ofUid("u2")).containsExactly(after);

        index.changed("a", after, null);
        assertThat(index.ofUid("u2")).isEmpty();
        assertThat(index.ofPod("shop", "web")).containsExactly(other);
    }

    @Test
    void aJobWithoutAPodIsFoundByNone() {
        PodMigrationJob job = new PodMigrationJob();
        job.setSpec(new PodMigrationJobSpec(null, null, null, null, null, null));

        index.changed("a", null, job);

        assertThat(index.ofUid("")).isEmpty();
        assertThat(index.ofPod("", "")).isEmpty();
    }
}
