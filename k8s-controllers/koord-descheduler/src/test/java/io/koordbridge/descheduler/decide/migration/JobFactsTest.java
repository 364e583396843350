package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFactsTest {

    @ParameterizedTest
    @CsvSource({
        "koord-descheduler/abc, US",
        "koord-descheduler, US",
        "koord-deschedulers/abc, OTHER",
        "2f0c, OTHER",
        "'', USER"
    })
    void makerIsReadFromTheComponentName(String by, JobFacts.Maker maker) {
        assertThat(JobFacts.of(MigrationScene.job(null, null, null, Map.of(Annotations.JOB_CREATED_BY, by)))
                        .maker())
                .isEqualTo(maker);
    }

    @Test
    void timeThatIsLeftEndsAtZero() {
        JobFacts job = JobFacts.of(MigrationScene.job(null, "5m0s", null, Map.of()));
        assertThat(job.left(MigrationScene.BEGIN.plusSeconds(299))).isEqualTo(Duration.ofSeconds(1));
        assertThat(job.left(MigrationScene.BEGIN.plusSeconds(301))).isZero();
        assertThat(JobFacts.of(MigrationScene.job(null, "0s", null, Map.of())).left(MigrationScene.BEGIN))
                .isNull();
    }

    @Test
    void emptyJobCanBeRead() {
        JobFacts job = JobFacts.of(new PodMigrationJob());
        assertThat(job.pod().key()).isEqualTo("/");
        assertThat(job.age(MigrationScene.BEGIN)).isZero();
        assertThat(job.isWaiting()).isTrue();
        assertThat(job.hasPassed()).isFalse();
    }
}
