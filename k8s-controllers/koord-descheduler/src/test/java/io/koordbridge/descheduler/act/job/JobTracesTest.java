package io.koordbridge.descheduler.act.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationScene;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobTracesTest {

    private final JobTraces traces = new JobTraces();

    private static PodMigrationJob version(String version) {
        PodMigrationJob job = MigrationScene.job("EvictDirectly", "5m0s", "uid-p", Map.of());
        job.getMetadata().setResourceVersion(version);
        return job;
    }

    @Test
    void copyOlderThanTheOwnWriteIsStale() {
        traces.wrote(version("100"));
        assertThat(traces.isStale(version("99"))).isTrue();
        assertThat(traces.isStale(version("100"))).isFalse();
        traces.forget("job");
        assertThat(traces.isStale(version("99"))).isFalse();
    }

    @Test
    void versionThatIsNoNumberIsNeverStale() {
        traces.wrote(version("100"));
        assertThat(traces.isStale(version("abc"))).isFalse();
        traces.wrote(version("abc"));
        assertThat(traces.isStale(version("1"))).isFalse();
    }

    @Test
    void failuresInARowWaitAtMostTenSeconds() {
        JobFacts job = JobFacts.of(version("1"));
        assertThat(traces.failed(job)).isEqualTo(Duration.ofMillis(500));
        assertThat(traces.failed(job)).isEqualTo(Duration.ofSeconds(1));
        for (int failures = 0; failures < 100; failures++) {
            assertThat(traces.failed(job)).isLessThanOrEqualTo(Duration.ofSeconds(10));
        }
        traces.succeeded("job");
        assertThat(traces.failed(job)).isEqualTo(Duration.ofMillis(500));
    }
}
