package io.koordbridge.kube.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.http.LoopbackServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PodMarksTest {

    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withNamespace("hadoop")
            .withName("nm-0")
            .withUid("uid-1")
            .endMetadata()
            .build();

    private int code = 200;
    private volatile String request = "";
    private final LoopbackServer server = new LoopbackServer(exchange -> {
        request = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        LoopbackServer.answer(exchange, code, "{}");
    });
    private final KubernetesClient client =
            KubeClients.connect(new KubeConnection(null, server.url(), Duration.ofSeconds(5), 2), "pod-marks-test");
    private final PodMarks marks = new PodMarks(client);

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    @Test
    void annotationsAreSetAndRemovedOfThePodThatIsMeant() {
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put("a", "b");
        changes.put("c", null);

        marks.annotate(POD, changes);

        assertThat(request)
                .startsWith("PATCH /api/v1/namespaces/hadoop/pods/nm-0 application/merge-patch+json")
                .contains("\"a\":\"b\"", "\"c\":null", "\"uid\":\"uid-1\"");
    }

    @Test
    void theConditionIsAddedToTheOthers() {
        marks.disrupt(POD, "Drained", "nothing is left", "2026-01-01T00:00:00Z");

        assertThat(request)
                .startsWith("PATCH /api/v1/namespaces/hadoop/pods/nm-0/status application/strategic-merge-patch+json")
                .contains(
                        "\"type\":\"DisruptionTarget\"",
                        "\"status\":\"True\"",
                        "\"reason\":\"Drained\"",
                        "\"uid\":\"uid-1\"");
    }

    @Test
    void aRefusalIsNotRepeated() {
        code = 409;

        assertThatThrownBy(() -> marks.annotate(POD, Map.of())).isInstanceOf(KubernetesClientException.class);
    }
}
