package io.koordbridge.yarnoperator.app;

import com.codahale.metrics.Counter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The process with one node, whose pod is NodeManager {@code nm-0}, and the static policy. */
final class SmallOperator implements AutoCloseable {

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    /** Not started yet. */
    SmallOperator(BatchAmount origin) {
        cluster.addNode(origin);
        cluster.addNodeManagerPod("nm-0:8041");
    }

    /**
     * Starts the process.
     *
     * @param registered capacity of the NodeManager
     * @param used by its containers
     * @param settings KEY=VALUE, beside the policy
     */
    void start(YarnAmount registered, YarnAmount used, String... settings) throws Exception {
        yarn.put("nm-0", registered, used);
        process = OperatorUnderTest.quick(
                cluster,
                yarn,
                Stream.concat(Stream.of("lease.policy=static"), Stream.of(settings))
                        .toArray(String[]::new));
        process.before();
    }

    SmallCluster cluster() {
        return cluster;
    }

    FakeResourceManager yarn() {
        return yarn;
    }

    /** What YARN schedules on. */
    YarnAmount capability() {
        return yarn.capability("nm-0");
    }

    Object gauge(String name) {
        return process.getEnvironment().metrics().getGauges().get(name).getValue();
    }

    /** 0 for one that is not there. */
    long counter(String name) {
        Counter counter = process.getEnvironment().metrics().getCounters().get(name);
        return counter == null ? 0 : counter.getCount();
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process.getLocalPort() + path);
        String body = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(body);
    }

    static ConditionFactory soon() {
        return Awaitility.await().atMost(PatientAwaits.PATIENCE);
    }

    @Override
    public void close() {
        if (process != null) {
            process.after();
        }
        cluster.close();
    }
}
