package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole process, with a policy by which YARN gets less than the largest container. */
class LargestKeeperTest {

    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final BatchAmount ORIGIN = new BatchAmount(4_000, 4L << 30);
    private static final String NO_NODE = "cluster default: no node can keep 1 vcores/2048 MB";

    private final SmallOperator operator = new SmallOperator(ORIGIN);
    private final SmallCluster cluster = operator.cluster();

    @AfterEach
    void stop() {
        operator.close();
    }

    private void start(YarnAmount registered) throws Exception {
        operator.start(
                registered,
                YarnAmount.ZERO,
                "lease.share=0.1",
                "lease.times.growInterval=500ms",
                "lease.times.settle=500ms",
                "lease.times.reportStale=2s");
    }

    private void awaitKept(long nodes) {
        String gauge = MetricNames.of("koord_yarn_largest_kept_nodes", "cluster", "default");
        soon().until(() -> operator.gauge(gauge).equals(nodes));
    }

    private long events(String reason) {
        return cluster.client().v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .filter(event -> event.getInvolvedObject().getKind().equals("Lease"))
                .count();
    }

    @Test
    void raisesANodeThatThePolicyLeavesAtItsFloor() throws Exception {
        start(FLOOR);

        soon().until(() -> operator.capability().equals(SIZE));
        awaitKept(1);
        assertThat(operator.get("/api/v1/nodes/node-1/explain").path("terms").findValuesAsText("name"))
                .contains("kept cpu", "kept memory");
        assertThat(operator.get("/api/v1/status").path("problems").toString()).doesNotContain(NO_NODE);
    }

    @Test
    void aNewLeaderLetsNoNodeFallThatItWillChoose() throws Exception {
        start(SIZE);

        awaitKept(1);
        soon().during(Duration.ofSeconds(1)).until(() -> operator.capability().equals(SIZE));
        assertThat(operator.yarn().updates()).isEmpty();
    }

    @Test
    void saysOnceThatNoProtectedNodeCanKeepItAndThatOneDoesAgain() throws Exception {
        cluster.annotate(Annotations.NODE_UNPROTECTED, "suppress.enabled is false");
        start(FLOOR);

        soon().until(() ->
                operator.get("/api/v1/status").path("problems").toString().contains(NO_NODE));
        soon().until(() -> events("YarnLargestContainerLost") == 1);
        assertThat(operator.yarn().updates()).isEmpty();
        cluster.client().nodes().withName(SmallCluster.NODE).edit(node -> {
            node.getMetadata().getAnnotations().remove(Annotations.NODE_UNPROTECTED);
            return node;
        });

        soon().until(() -> operator.capability().equals(SIZE));
        soon().until(() -> events("YarnLargestContainerKept") == 1);
        assertThat(operator.get("/api/v1/status").path("problems").toString()).doesNotContain(NO_NODE);
        assertThat(events("YarnLargestContainerLost")).isOne();
    }
}
