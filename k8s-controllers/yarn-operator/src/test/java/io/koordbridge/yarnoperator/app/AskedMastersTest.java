package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What application masters hold is asked on the Node before containers have to leave. */
class AskedMastersTest {

    private static final YarnAmount HALF = new YarnAmount(10, 20_480);
    private static final Duration SOON = PatientAwaits.PATIENCE;

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        yarn.put("nm-0", HALF, new YarnAmount(8, 8_192));
        cluster.addNode(new BatchAmount(20_000, 40L << 30));
        cluster.addNodeManagerPod("nm-0:8041");
        process = OperatorUnderTest.process(
                cluster,
                yarn,
                ConfigOverride.config("leaderElection.enabled", "false"),
                ConfigOverride.config("hadoop.pollInterval", "200ms"),
                ConfigOverride.config("lease.policy", "static"),
                ConfigOverride.config("lease.times.heartbeats", "500ms"),
                ConfigOverride.config("lease.times.lateCall", "1s"));
        process.before();
        Awaitility.await()
                .atMost(SOON)
                .until(() -> AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_LEASE)
                        .filter(text -> text.contains("STEADY"))
                        .isPresent());
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
    }

    private String question() {
        return AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_QUESTION)
                .orElse("");
    }

    private boolean answered() {
        String question = question();
        if (!question.isEmpty()) {
            cluster.annotate(
                    Annotations.NODE_YARN_NODE_MANAGER,
                    "{\"nodeId\":\"nm-0:8041\",\"capacity\":{\"vcores\":10,\"memoryMB\":20480},"
                            + "\"masters\":{\"vcores\":4,\"memoryMB\":4096},\"answers\":\"" + question + "\"}");
        }
        return !question.isEmpty();
    }

    private long vcores() {
        return yarn.capability("nm-0").vcores();
    }

    private String reason() throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + process.getLocalPort() + "/api/v1/nodes");
        try (InputStream answer = uri.toURL().openStream()) {
            return new ObjectMapper().readTree(answer).at("/nodes/0/reason").asText();
        }
    }

    @Test
    void theNodeAgentsAnswerKeepsThePlaceOfMasters() throws Exception {
        assertThat(question()).isEmpty();

        cluster.origin(new BatchAmount(2_000, 40L << 30));

        Awaitility.await().atMost(SOON).until(() -> answered() && vcores() == 4);
        assertThat(reason()).isNotEmpty().doesNotContain("masters of this node are not known");
    }

    @Test
    void thatNobodyAnswersIsSaid() throws Exception {
        cluster.origin(new BatchAmount(2_000, 40L << 30));

        Awaitility.await().atMost(SOON).until(() -> vcores() == 1);
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(reason()).contains("masters of this node are not known"));
        Awaitility.await()
                .atMost(SOON)
                .until(() -> cluster.client().v1().events().inAnyNamespace().list().getItems().stream()
                        .anyMatch(event -> "YarnLeaseMastersUnknown".equals(event.getReason())));
    }
}
