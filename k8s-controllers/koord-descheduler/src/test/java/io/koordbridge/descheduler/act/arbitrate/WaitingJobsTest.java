package io.koordbridge.descheduler.act.arbitrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitingJobsTest {

    private final WaitingJobs jobs = new WaitingJobs();

    static PodMigrationJob job(String name, String uid, @Nullable String phase, boolean passed, boolean paused) {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withUid(uid)
                .withAnnotations(passed ? Map.of(Annotations.JOB_PASSED_ARBITRATION, "true") : Map.of())
                .build());
        job.setSpec(new PodMigrationJobSpec(paused, null, null, null, null, null));
        job.setStatus(new PodMigrationJobStatus(phase, null, null, null, null, null, null, null));
        return job;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Succeeded", "Failed", "Aborted", "Running"})
    void aJobThatBeganIsNeverArbitratedAnew(String phase) {
        jobs.shown(job("a", "1", phase, false, false));

        assertThat(jobs.isIdle()).isTrue();
        assertThat(jobs.look().passed().contains("1")).isEqualTo(phase.equals("Running"));
    }

    @Test
    void aJobThatPassedIsNeverArbitratedAnew() {
        jobs.shown(job("a", "1", "Pending", true, false));

        assertThat(jobs.look()).isEqualTo(new WaitingJobs.Look(Map.of(), Map.of(), Set.of("1")));
    }

    @Test
    void anOlderVersionFromTheCacheDoesNotUndoAPass() {
        jobs.shown(job("a", "1", null, false, false));
        jobs.passed("a", "1");
        jobs.shown(job("a", "1", null, false, false));

        assertThat(jobs.isIdle()).isTrue();
        assertThat(jobs.look().passed()).containsExactly("1");
    }

    @Test
    void anotherJobOfTheNameStartsAnew() {
        jobs.shown(job("a", "1", null, false, false));
        jobs.passed("a", "1");
        jobs.shown(job("a", "2", null, false, false));
        assertThat(jobs.look().waiting()).containsExactly(Map.entry("a", "2"));
        assertThat(jobs.look().passed()).isEmpty();

        jobs.dropped("a", "1");
        assertThat(jobs.size()).isOne();
    }

    @Test
    void aPausedJobWaitsForItsOwner() {
        jobs.shown(job("a", "1", null, false, true));
        assertThat(jobs.isIdle()).isTrue();
        jobs.shown(job("a", "1", null, false, false));
        assertThat(jobs.size()).isOne();
        jobs.gone("a");
        assertThat(jobs.isIdle()).isTrue();
    }

    @Test
    void aPassWithoutAnswerCountsAndIsAskedForOnceMore() {
        jobs.shown(job("a", "1", null, false, false));
        jobs.unsure("a", "1");
        jobs.shown(job("a", "1", null, false, false));
        assertThat(jobs.look().waiting()).isEmpty();
        assertThat(jobs.look().unsure()).containsExactly(Map.entry("a", "1"));
        assertThat(jobs.look().passed()).containsExactly("1");

        jobs.stays("a", "1");
        assertThat(jobs.look().passed()).isEmpty();
        assertThat(jobs.look().waiting()).containsKey("a");
        jobs.unsure("a", "1");
        jobs.shown(job("a", "1", null, true, false));
        assertThat(jobs.isIdle()).isTrue();
    }
}
