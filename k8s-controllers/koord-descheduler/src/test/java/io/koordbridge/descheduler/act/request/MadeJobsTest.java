package io.koordbridge.descheduler.act.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.descheduler.act.request.MadeJobs.Claim;
import io.koordbridge.descheduler.act.request.MadeJobs.Made;
import io.koordbridge.descheduler.decide.pod.PodReader;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MadeJobsTest {

    private static final Instant NOW = Instant.EPOCH;

    private final MadeJobs made = new MadeJobs();

    private static Made made(String job, String podUid) {
        return new Made(
                job,
                PodReader.of(new PodBuilder()
                        .withNewMetadata()
                        .withUid(podUid)
                        .endMetadata()
                        .build()),
                NOW);
    }

    private static PodMigrationJob shown(String name, String podUid) {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder().withName(name).build());
        job.setSpec(new PodMigrationJobSpec(
                null, null, null, new ObjectReferenceBuilder().withUid(podUid).build(), null, null));
        return job;
    }

    @Test
    void aPodHasOneJobUntilTheCacheShowsIt() {
        assertThat(made.claim(made("a", "pod"))).isEqualTo(Claim.TAKEN);
        assertThat(made.claim(made("b", "pod"))).isEqualTo(Claim.OPEN_JOB);
        assertThat(made.claim(made("c", "other"))).isEqualTo(Claim.TAKEN);
        assertThat(made.all(NOW)).extracting(Made::job).containsExactlyInAnyOrder("a", "c");

        made.shown(shown("by-hand", "pod"));
        assertThat(made.of("pod", NOW)).as("that was another job").isPresent();
        made.shown(shown("a", "pod"));
        assertThat(made.of("pod", NOW)).isEmpty();

        PodMigrationJob withoutSpec = new PodMigrationJob();
        made.shown(withoutSpec);
        assertThat(made.all(NOW)).hasSize(1);
    }

    @Test
    void aJobThatIsNeverShownCountsForAMinute() {
        made.claim(made("a", "pod"));

        assertThat(made.of("pod", NOW.plusSeconds(59))).isPresent();
        assertThat(made.of("pod", NOW.plusSeconds(60))).isEmpty();
    }

    @Test
    void theyAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(made.claim(made("job", "pod-" + i))).isEqualTo(Claim.TAKEN);
        }

        assertThat(made.claim(made("job", "one-more"))).isEqualTo(Claim.TOO_MANY);
    }
}
