package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.descheduler.decide.arbitration.RoundResult.Held;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.testkit.work.LinearWork;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ArbitrationRoundTest {

    private static final int MANY = 2000;
    private static final String SET = "ReplicaSet/rs";

    private final SampleCluster cluster = new SampleCluster().owner(SET, 100, "");

    @Test
    void jobThatPassesCountsForTheNextOne() {
        cluster.add(SampleCluster.pod("a", "n1", SET));
        cluster.add(SampleCluster.pod("b", "n1", SET));
        cluster.job("ja", "a", 1);
        cluster.job("jb", "b", 2);

        RoundResult result = run("{'maxMigratingPerNode': 1}");

        assertThat(result.passed()).extracting(JobClaim::name).containsExactly("jb");
        assertThat(result.waiting())
                .extracting(held -> held.job().name(), held -> held.why().message())
                .containsExactly(tuple("ja", "1 pods of node n1 migrate, allowed: 1"));
    }

    @Test
    void jobWithoutPodPassesSoThatItsReconcilerFailsIt() {
        cluster.put(new JobClaim("noref", "u", Instant.EPOCH, null, "", false, ""));
        cluster.job("gone", "missing", 1);

        assertThat(run("{}").passed()).extracting(JobClaim::name).containsExactly("gone", "noref");
    }

    @Test
    void podThatMustNotMoveFailsItsJob() {
        cluster.add(SampleCluster.pod("bare", "n1", ""));
        cluster.job("j", "bare", 1);

        List<Held> failed = run("{}").failed();

        assertThat(failed)
                .singleElement()
                .satisfies(held -> assertThat(held.why().check()).isEqualTo("BarePods"));
    }

    @Test
    void secondJobOfAPodWaitsForTheFirst() {
        cluster.add(SampleCluster.pod("a", "n1", SET));
        cluster.job("one", "a", 1);
        cluster.put(new JobClaim("two", "job-two", Instant.EPOCH, new PodRef("d", "a", ""), "", false, ""));

        RoundResult result = run("{}");

        assertThat(result.passed()).extracting(JobClaim::name).containsExactly("one");
        assertThat(result.waiting()).extracting(held -> held.why().check()).containsExactly("ExistingJob");
    }

    @Test
    void jobsThatPassedRunOrEndedAreLeftOut() {
        cluster.add(SampleCluster.pod("a", "n1", SET));
        cluster.inPhase(cluster.job("over", "a", 1), "Succeeded");
        cluster.job("passed", "a", 1);

        RoundResult result = new ArbitrationRound(SampleCluster.args("{}"), SampleCluster.NO_YARN)
                .run(cluster.jobs(), cluster, Set.of("job-passed"));

        assertThat(result).isEqualTo(new RoundResult(List.of(), List.of(), List.of()));
    }

    @Test
    void withoutArbitrationTheOldestGoFirstWithoutLimits() {
        cluster.add(SampleCluster.pod("a", "n1", SET));
        cluster.add(SampleCluster.pod("b", "n1", SET));
        cluster.add(SampleCluster.pod("bare", "n1", ""));
        cluster.job("young", "a", 9);
        cluster.job("old", "b", 1);
        cluster.job("bare", "bare", 1);

        RoundResult result = run("{'arbitrationArgs': {'enabled': false}, 'maxMigratingPerNode': 1}");

        assertThat(result.passed()).extracting(JobClaim::name).containsExactly("old", "young");
        assertThat(result.failed()).extracting(held -> held.job().name()).containsExactly("bare");
    }

    @Test
    void roundOfManyJobsLooksUpAFewThingsPerJob() {
        SampleCluster large = large(MANY);

        RoundResult result = run(large);

        assertThat(result.passed()).isNotEmpty();
        assertThat(result.waiting()).isNotEmpty();
        // Pods: order, offer, count; scales: turns, two filters, count; and each pod of a workload once.
        assertThat(large.lookUps()).isLessThanOrEqualTo(8 * MANY);
    }

    @TestFactory
    Stream<DynamicTest> workGrowsWithTheJobs() {
        return Stream.of(LinearWork.test("a round", MANY, ArbitrationRoundTest::large, ArbitrationRoundTest::run));
    }

    /** Jobs of one large workload and many small ones, on as many nodes as it takes. */
    private static SampleCluster large(int jobs) {
        SampleCluster cluster = new SampleCluster().owner("ReplicaSet/large", jobs, "");
        for (int i = 0; i < jobs; i++) {
            boolean inLarge = i % 2 == 0;
            String owner = inLarge ? "ReplicaSet/large" : "ReplicaSet/s" + i / 8;
            if (!inLarge) {
                cluster.owner(owner, 8, "");
            }
            cluster.add(SampleCluster.pod("p" + i, "n" + i % 400, owner));
            cluster.job("j" + i, "p" + i, i % 60);
        }
        return cluster;
    }

    private static RoundResult run(SampleCluster cluster) {
        return new ArbitrationRound(
                        SampleCluster.args("{'arbitrationArgs': {'disperseByWorkload': true}}"), SampleCluster.NO_YARN)
                .run(cluster.jobs(), cluster, Set.of());
    }

    private RoundResult run(String args) {
        return new ArbitrationRound(SampleCluster.args(args), SampleCluster.NO_YARN)
                .run(cluster.jobs(), cluster, Set.of());
    }
}
