package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A NodeManager that is a service of the host: no pod, no label, a name that the Node does not have. */
class HostNodeManagerTest {

    private static final String HOST = "hadoop-17.example";
    private static final YarnAmount HALF = new YarnAmount(10, 20_480);

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        yarn.put(HOST, new YarnAmount(1, 1024), YarnAmount.ZERO);
        cluster.addNode(new BatchAmount(20_000, 40L << 30));
        process = OperatorUnderTest.quick(
                cluster, yarn, "lease.times.growInterval=1s", "lease.times.settle=500ms", "lease.times.reportStale=2s");
        process.before();
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
    }

    private void agentNames(String nodeId) {
        cluster.annotate(
                Annotations.NODE_YARN_NODE_MANAGER,
                AnnotationCodec.write(YarnNodeManager.of(nodeId, new YarnResource(1L, 1024L), "2026-01-01T12:00:00Z")));
    }

    private Optional<YarnLease> lease() {
        return AnnotationCodec.read(cluster.node(), Annotations.NODE_YARN_LEASE, YarnLease.class);
    }

    @Test
    void getsALeaseWhenTheAgentNamesIt() {
        agentNames(HOST + ":8041");

        Awaitility.await()
                .atMost(PatientAwaits.PATIENCE)
                .until(() -> yarn.capability(HOST).equals(HALF));
        Awaitility.await()
                .atMost(PatientAwaits.PATIENCE)
                .until(() -> lease().map(YarnLease::state).equals(Optional.of("STEADY")));
        assertThat(lease()).map(YarnLease::nodeId).contains(HOST + ":8041");
    }

    @Test
    void anotherNodeManagerIsLeftAlone() {
        yarn.put("hadoop-18.example", new YarnAmount(2, 2048), YarnAmount.ZERO);
        agentNames(HOST + ":8041");

        Awaitility.await()
                .atMost(PatientAwaits.PATIENCE)
                .until(() -> yarn.capability(HOST).equals(HALF));
        assertThat(yarn.updates()).extracting(FakeResourceManager.Update::host).containsOnly(HOST);
    }
}
