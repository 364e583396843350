package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MigrationCountsTest {

    private static final MigrationArgs ARGS = SampleCluster.args("{}");

    private final SampleCluster cluster = new SampleCluster();

    @Test
    void ownJobNeverCounts() {
        PodFacts pod = cluster.add(SampleCluster.pod("a", "n1", ""));
        cluster.job("j", "a", 1);

        MigrationCounts counts = MigrationCounts.ofOpen(cluster, ARGS);

        assertThat(counts.globally(pod)).isZero();
        assertThat(counts.inNamespace(pod)).isZero();
        assertThat(counts.onNode(pod)).isZero();
        assertThat(counts.has(pod)).isTrue();
    }

    @Test
    void jobOfAnEarlierPodOfTheNameCountsExceptOnItsNode() {
        PodFacts pod = cluster.add(SampleCluster.pod("a", "n1", ""));
        cluster.put(new JobClaim("j", "job-j", Instant.EPOCH, new PodRef("d", "a", "older"), "Running", false, ""));

        MigrationCounts counts = MigrationCounts.ofOpen(cluster, ARGS);

        assertThat(counts.globally(pod)).isEqualTo(1);
        assertThat(counts.inNamespace(pod)).isEqualTo(1);
        assertThat(counts.onNode(pod)).isZero();
        assertThat(counts.has(pod)).isTrue();
    }

    @Test
    void roundCountsRunningJobsAndThoseThatPassed() {
        PodFacts other = cluster.add(SampleCluster.pod("x", "n1", ""));
        cluster.inPhase(cluster.job("running", "a", 1), "Running");
        cluster.job("passed", "b", 1);
        cluster.job("waiting", "c", 1);
        cluster.inPhase(cluster.job("over", "e", 1), "Failed");

        assertThat(MigrationCounts.ofPassed(cluster, ARGS, Set.of("job-passed", "job-over"))
                        .globally(other))
                .isEqualTo(2);
        assertThat(MigrationCounts.ofOpen(cluster, ARGS).globally(other)).isEqualTo(3);
    }

    @Test
    void jobWithoutPodCountsForNothing() {
        PodFacts other = cluster.add(SampleCluster.pod("x", "n1", ""));
        cluster.put(new JobClaim("j", "job-j", Instant.EPOCH, null, "Running", false, ""));

        assertThat(MigrationCounts.ofOpen(cluster, ARGS).globally(other)).isZero();
    }

    @Test
    void twoJobsOfOnePodCountItOnceOnItsNode() {
        PodFacts other = cluster.add(SampleCluster.pod("x", "n1", ""));
        cluster.add(SampleCluster.pod("a", "n1", ""));
        cluster.job("one", "a", 1);
        cluster.job("two", "a", 2);

        MigrationCounts counts = MigrationCounts.ofOpen(cluster, ARGS);

        assertThat(counts.onNode(other)).isEqualTo(1);
        assertThat(counts.globally(other)).isEqualTo(2);
    }
}
