package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArbitrationOrderTest {

    private final SampleCluster cluster = new SampleCluster();
    private final List<JobClaim> waiting = new ArrayList<>();

    @Test
    void workloadsOfEqualRankTakeTurns() {
        for (int i = 0; i < 3; i++) {
            waiting("a" + i, "ReplicaSet/a", 9 - i, 0);
        }
        waiting("b0", "ReplicaSet/b", 1, 0);
        waiting("bare", "", 0, 0);

        assertThat(order(false)).containsExactly("a0", "a1", "a2", "b0", "bare");
        assertThat(order(true)).containsExactly("a0", "b0", "bare", "a1", "a2");
    }

    @Test
    void dispersionKeepsTheOrderOfRanks() {
        waiting("low0", "ReplicaSet/a", 5, 1);
        waiting("low1", "ReplicaSet/a", 4, 1);
        waiting("high", "ReplicaSet/b", 9, 2);

        assertThat(order(true)).containsExactly("low0", "low1", "high");
    }

    @Test
    void replicaSetsOfOneDeploymentAreOneWorkload() {
        cluster.owner("Deployment/dep", 9, "").owner("ReplicaSet/new", 5, "dep").owner("ReplicaSet/old", 4, "dep");
        waiting("new", "ReplicaSet/new", 9, 0);
        waiting("old", "ReplicaSet/old", 8, 0);
        waiting("other", "ReplicaSet/other", 7, 0);

        assertThat(order(true)).containsExactly("new", "other", "old");
    }

    @Test
    void batchJobStaysTogetherAlsoWhenDispersed() {
        waiting("b0", "Job/b", 9, 0);
        waiting("x", "ReplicaSet/x", 8, 0);
        waiting("b1", "Job/b", 7, 0);

        assertThat(order(true)).containsExactly("b0", "b1", "x");
    }

    private void waiting(String name, String owner, int second, int priority) {
        cluster.add(
                name, "n1", owner, pod -> pod.editSpec().withPriority(priority).endSpec());
        waiting.add(cluster.job(name, name, second));
    }

    private List<String> order(boolean disperse) {
        return ArbitrationOrder.order(waiting, cluster, disperse).stream()
                .map(JobClaim::name)
                .toList();
    }
}
