package io.koordbridge.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.http.LoopbackServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodEvictionsTest {

    private static final String STATUS = """
        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d, "message": "%s"}""";

    private int code = 201;
    private String message = "";
    private volatile String request = "";
    private final LoopbackServer server = new LoopbackServer(exchange -> {
        request = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        LoopbackServer.answer(exchange, code, code < 300 ? "{}" : STATUS.formatted(code, message));
    });
    private final KubernetesClient client =
            KubeClients.connect(new KubeConnection(null, server.url(), Duration.ofSeconds(5), 2), "pod-evictions-test");

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    private PodEvictions.Result result(int answer, String why) {
        code = answer;
        message = why;
        return new PodEvictions(client).evict("shop", "web", "uid-1").result();
    }

    @ParameterizedTest
    @CsvSource({"201, EVICTED", "404, GONE", "429, REFUSED", "409, REFUSED", "403, FAILED", "500, FAILED"})
    void onlyAPodThatIsNotThereCountsAsGone(int answer, PodEvictions.Result expected) {
        assertThat(result(answer, "the object has been modified")).isEqualTo(expected);
    }

    @Test
    void aPodMadeAnewUnderTheNameMeansThatTheOldOneIsGone() {
        assertThat(result(409, "Precondition failed: UID in precondition: uid-1, UID in object meta: uid-2"))
                .isEqualTo(PodEvictions.Result.GONE);
        assertThat(result(409, "the UID in the precondition (uid-1) does not match the UID in record (uid-2)"))
                .isEqualTo(PodEvictions.Result.GONE);
    }

    @Test
    void optionsArePassedOnAndThePreconditionIsTheUidAlone() {
        Map<String, ?> options = Map.of("gracePeriodSeconds", 7, "preconditions", Map.of("uid", "of-another"));

        new PodEvictions(client).evict("shop", "web", "uid-1", options);

        assertThat(request)
                .startsWith("POST /api/v1/namespaces/shop/pods/web/eviction ")
                .contains("\"gracePeriodSeconds\":7", "\"preconditions\":{\"uid\":\"uid-1\"}")
                .doesNotContain("of-another");
    }

    @Test
    void aDeletionNamesTheUidAndSaysHowItEnded() {
        assertThat(new PodEvictions(client).delete("shop", "web", "uid-1", Map.of("gracePeriodSeconds", 7)))
                .isEqualTo(new PodEvictions.Outcome(PodEvictions.Result.EVICTED, ""));
        assertThat(request)
                .startsWith("DELETE /api/v1/namespaces/shop/pods/web ")
                .contains("\"kind\":\"DeleteOptions\"", "\"gracePeriodSeconds\":7", "{\"uid\":\"uid-1\"}");

        code = 404;
        assertThat(new PodEvictions(client)
                        .delete("shop", "web", "uid-1", Map.of())
                        .result())
                .isEqualTo(PodEvictions.Result.GONE);
    }
}
