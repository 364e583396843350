package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import org.junit.jupiter.api.Test;

class LimitFilterTest {

    private static final String SET = "ReplicaSet/rs";

    private final SampleCluster cluster = new SampleCluster().owner(SET, 10, "");

    @Test
    void refusalHasTheNumbersOfTheLimit() {
        PodFacts pod = cluster.add(SampleCluster.pod("w-0", "n1", SET));
        for (int i = 1; i <= 2; i++) {
            cluster.add(SampleCluster.pod("w-" + i, "n1", SET));
            cluster.job("j" + i, "w-" + i, i);
        }

        assertThat(check("{}", pod))
                .isEqualTo(Verdict.refused("MaxMigratingPerNode", "2 pods of node n1 migrate, allowed: 2"));
        assertThat(check("{'maxMigratingGlobally': 1}", pod))
                .isEqualTo(Verdict.refused("MaxMigratingGlobally", "2 pods migrate, allowed: 1"));
        assertThat(check("{'maxMigratingPerNode': 9, 'maxMigratingPerNamespace': 2}", pod))
                .isEqualTo(Verdict.refused("MaxMigratingPerNamespace", "2 pods of namespace d migrate, allowed: 2"));
        assertThat(check("{'maxMigratingPerNode': 9}", pod))
                .isEqualTo(Verdict.refused("MaxMigratingPerWorkload", "2 pods of ReplicaSet rs migrate, allowed: 2"));
        assertThat(check("{'maxMigratingPerNode': 9, 'maxMigratingPerWorkload': 3}", pod))
                .isEqualTo(Verdict.refused(
                        "MaxUnavailablePerWorkload", "2 pods of ReplicaSet rs are unavailable or migrate, allowed: 2"));
        assertThat(check(
                                "{'skipEvictionGates': ['MaxMigratingPerNode', 'MaxMigratingPerWorkload',"
                                        + " 'MaxUnavailablePerWorkload']}",
                                pod)
                        .allowed())
                .isTrue();
    }

    @Test
    void malformedPercentFailsWithItsText() {
        PodFacts pod = cluster.add(SampleCluster.pod("w-0", "n1", SET));

        assertThat(check("{'maxUnavailablePerWorkload': 'abc%'}", pod))
                .isEqualTo(Verdict.refused("MaxUnavailablePerWorkload", "its value 'abc%' is malformed"));
        assertThat(check("{'maxMigratingPerWorkload': 'abc%'}", pod).check()).isEqualTo("MaxMigratingPerWorkload");
    }

    @Test
    void unknownKindFailsByError() {
        PodFacts pod = cluster.add(SampleCluster.pod("q", "n1", "Thing/q"));

        assertThat(check("{}", pod).message()).isEqualTo("the size of Thing q of apps/v1 cannot be found out");
    }

    @Test
    void deploymentCountsPodsOfItsOtherReplicaSetByASetting() {
        cluster.owner("Deployment/dep", 10, "")
                .owner("ReplicaSet/new", 5, "dep")
                .owner("ReplicaSet/old", 5, "dep");
        PodFacts pod = cluster.add(SampleCluster.pod("new-0", "n1", "ReplicaSet/new"));
        cluster.add(SampleCluster.pod("old-0", "n2", "ReplicaSet/old"));
        cluster.job("j", "old-0", 1);

        assertThat(check("{'maxUnavailablePerWorkload': 1}", pod).allowed()).isTrue();
        assertThat(check("{'maxUnavailablePerWorkload': 1, 'arbitrationArgs': {'countByWorkload': true}}", pod)
                        .check())
                .isEqualTo("MaxUnavailablePerWorkload");
    }

    private Verdict check(String json, PodFacts pod) {
        MigrationArgs args = SampleCluster.args(json);
        return new LimitFilter(args, cluster.workloads(), MigrationCounts.ofOpen(cluster, args)).check(pod);
    }
}
