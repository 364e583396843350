package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PodFilterTest {

    private static final String SET = "ReplicaSet/rs";

    private final SampleCluster cluster = new SampleCluster().owner(SET, 10, "");

    @Test
    void eachRefusalNamesItsCheck() {
        assertThat(check("{'namespaces': {'exclude': ['d']}}", PodFilterTest::unchanged)
                        .check())
                .isEqualTo("Namespaces");
        assertThat(check("{}", annotated(Annotations.POD_EVICTION_COST, "2147483647"))
                        .check())
                .isEqualTo("EvictionCost");
        assertThat(check("{}", annotated("kubernetes.io/config.mirror", "x")).check())
                .isEqualTo("MirrorPod");
        assertThat(check("{}", annotated("kubernetes.io/config.source", "file")).check())
                .isEqualTo("StaticPod");
        assertThat(check(
                                "{}",
                                pod -> pod.editMetadata()
                                        .withDeletionTimestamp("2026-07-01T00:00:00Z")
                                        .endMetadata())
                        .check())
                .isEqualTo("Terminating");
        assertThat(check("{}", priority(2_000_000_000)).check()).isEqualTo("SystemCritical");
        assertThat(check("{'priorityThreshold': {'value': 5000}}", priority(5000))
                        .message())
                .isEqualTo("its priority 5000 is not below priorityThreshold 5000");
        assertThat(check("{'labelSelector': {'matchLabels': {'a': 'b'}}}", PodFilterTest::unchanged)
                        .check())
                .isEqualTo("LabelSelector");
        assertThat(check(
                                "{}",
                                pod -> pod.editSpec()
                                        .addNewVolume()
                                        .withNewEmptyDir()
                                        .endEmptyDir()
                                        .endVolume()
                                        .endSpec())
                        .check())
                .isEqualTo("LocalStorage");
        assertThat(check("{}", PodFilterTest::unchanged)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void workloadThatIsTooSmallIsNamedWithItsNumbers() {
        cluster.owner("StatefulSet/one", 1, "");
        PodFacts pod = cluster.add(SampleCluster.pod("one-0", "n1", "StatefulSet/one"));

        assertThat(filter("{}").check(pod, ""))
                .isEqualTo(Verdict.refused(
                        "ExpectedReplicas", "StatefulSet one has 1 replicas, 1 may migrate and 1 may be unavailable"));
        assertThat(filter("{'skipCheckExpectedReplicas': true}").check(pod, "").allowed())
                .isTrue();
    }

    @Test
    void batchJobMayLosePodsByItsParallelism() {
        cluster.owner("Job/wide", 6, "");

        assertThat(filter("{}")
                        .check(cluster.add(SampleCluster.pod("w", "n1", "Job/wide")), "")
                        .allowed())
                .isTrue();
        assertThat(filter("{}")
                        .check(cluster.add(SampleCluster.pod("g", "n1", "Job/gone")), "")
                        .check())
                .isEqualTo("ExpectedReplicas");
    }

    @Test
    void malformedPercentFailsTheCheckThatUsesIt() {
        assertThat(check("{'maxMigratingPerWorkload': 'abc%'}", PodFilterTest::unchanged)
                        .check())
                .isEqualTo("ExpectedReplicas");
        assertThat(check(
                                "{'maxMigratingPerWorkload': 'abc%', 'skipCheckExpectedReplicas': true}",
                                PodFilterTest::unchanged)
                        .allowed())
                .isTrue();
    }

    @Test
    void evictAnnotationOpensAllButTheGuardOfNodeManagers() {
        UnaryOperator<PodBuilder> asked = annotated(Annotations.DESCHEDULER_EVICT, "false");
        NodeManagerGuard guard = (pod, policy) -> Verdict.refused("NodeManager", "not drained");

        assertThat(check("{'namespaces': {'exclude': ['d']}}", asked).allowed()).isTrue();
        assertThat(new PodFilter(SampleCluster.args("{}"), cluster.workloads(), guard)
                        .check(cluster.add("p", "n1", SET, asked), "")
                        .check())
                .isEqualTo("NodeManager");
    }

    @Test
    void guardSeesThePolicyOfPodThenJobThenArguments() {
        List<EvictionPolicy> seen = new ArrayList<>();
        NodeManagerGuard guard = (pod, policy) -> {
            seen.add(policy);
            return Verdict.ALLOWED;
        };
        PodFilter filter =
                new PodFilter(SampleCluster.args("{'evictionPolicy': 'Delete'}"), cluster.workloads(), guard);

        filter.check(
                cluster.add(
                        "a",
                        "n1",
                        SET,
                        pod -> pod.editMetadata()
                                .addToLabels(Labels.EVICT_POLICY, "SoftEviction")
                                .endMetadata()),
                "Eviction");
        filter.check(cluster.add("b", "n1", SET, PodFilterTest::unchanged), "Eviction");
        filter.check(cluster.add("c", "n1", SET, PodFilterTest::unchanged), "Unknown");

        assertThat(seen).containsExactly(EvictionPolicy.SOFT_EVICTION, EvictionPolicy.EVICTION, EvictionPolicy.DELETE);
    }

    private PodFilter filter(String args) {
        return new PodFilter(SampleCluster.args(args), cluster.workloads(), SampleCluster.NO_YARN);
    }

    private Verdict check(String args, UnaryOperator<PodBuilder> edit) {
        return filter(args).check(cluster.add("p", "n1", SET, edit), "");
    }

    private static PodBuilder unchanged(PodBuilder pod) {
        return pod;
    }

    private static UnaryOperator<PodBuilder> annotated(String key, String value) {
        return pod -> pod.editMetadata().addToAnnotations(key, value).endMetadata();
    }

    private static UnaryOperator<PodBuilder> priority(int priority) {
        return pod -> pod.editSpec().withPriority(priority).endSpec();
    }
}
