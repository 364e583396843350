package io.koordbridge.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.http.LoopbackServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodEvictionsTest {

    private static final String STATUS = """
        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d, "message": "%s"}""";

    private int code = 201;
    private String message = "";
    private final LoopbackServer server = new LoopbackServer(
            exchange -> LoopbackServer.answer(exchange, code, code < 300 ? "{}" : STATUS.formatted(code, message)));
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
}
