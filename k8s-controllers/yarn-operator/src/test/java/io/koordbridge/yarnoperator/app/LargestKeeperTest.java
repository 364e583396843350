package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole process, with a policy by which YARN gets less than the largest container. */
class LargestKeeperTest {

    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final BatchAmount ORIGIN = new BatchAmount(4_000, 4L << 30);
    private static final String NO_NODE = "cluster default: no node can keep 1 vcores/2048 MB";

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void node() {
        cluster.addNode(ORIGIN);
        cluster.addNodeManagerPod("nm-0:8041");
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
    }

    private void start(YarnAmount registered) throws Exception {
        yarn.put("nm-0", registered, YarnAmount.ZERO);
        process = OperatorUnderTest.process(
                cluster,
                yarn,
                ConfigOverride.config("leaderElection.enabled", "false"),
                ConfigOverride.config("hadoop.pollInterval", "200ms"),
                ConfigOverride.config("lease.policy", "static"),
                ConfigOverride.config("lease.share", "0.1"),
                ConfigOverride.config("lease.times.growInterval", "500ms"),
                ConfigOverride.config("lease.times.settle", "500ms"),
                ConfigOverride.config("lease.times.heartbeats", "500ms"),
                ConfigOverride.config("lease.times.reportStale", "2s"),
                ConfigOverride.config("lease.times.lateCall", "1s"));
        process.before();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(PatientAwaits.PATIENCE);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process.getLocalPort() + path);
        String body = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(body);
    }

    private void awaitKept(long nodes) {
        String gauge = MetricNames.of("koord_yarn_largest_kept_nodes", "cluster", "default");
        soon().until(() -> process.getEnvironment()
                .metrics()
                .getGauges()
                .get(gauge)
                .getValue()
                .equals(nodes));
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

        soon().until(() -> yarn.capability("nm-0").equals(SIZE));
        awaitKept(1);
        assertThat(get("/api/v1/nodes/node-1/explain").path("terms").findValuesAsText("name"))
                .contains("kept cpu", "kept memory");
        assertThat(get("/api/v1/status").path("problems").toString()).doesNotContain(NO_NODE);
    }

    @Test
    void aNewLeaderLetsNoNodeFallThatItWillChoose() throws Exception {
        start(SIZE);

        awaitKept(1);
        soon().during(Duration.ofSeconds(1)).until(() -> yarn.capability("nm-0").equals(SIZE));
        assertThat(yarn.updates()).isEmpty();
    }

    @Test
    void saysOnceThatNoProtectedNodeCanKeepItAndThatOneDoesAgain() throws Exception {
        cluster.annotate(Annotations.NODE_UNPROTECTED, "suppress.enabled is false");
        start(FLOOR);

        soon().until(() -> get("/api/v1/status").path("problems").toString().contains(NO_NODE));
        soon().until(() -> events("YarnLargestContainerLost") == 1);
        assertThat(yarn.updates()).isEmpty();
        cluster.client().nodes().withName(SmallCluster.NODE).edit(node -> {
            node.getMetadata().getAnnotations().remove(Annotations.NODE_UNPROTECTED);
            return node;
        });

        soon().until(() -> yarn.capability("nm-0").equals(SIZE));
        soon().until(() -> events("YarnLargestContainerKept") == 1);
        assertThat(get("/api/v1/status").path("problems").toString()).doesNotContain(NO_NODE);
        assertThat(events("YarnLargestContainerLost")).isOne();
    }
}
