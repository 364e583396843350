package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How an answer of the leader reaches the caller of another replica. */
@Timeout(120)
class PageForwarderTest {

    private TwoReplicas replicas;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        replicas = new TwoReplicas(directory);
    }

    @AfterEach
    void stop() {
        replicas.close();
    }

    @Test
    void eventsPassThrough() throws Exception {
        HttpResponse<InputStream> stream = replicas.ask("/stream", BodyHandlers.ofInputStream());
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));

        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(stream.headers().firstValue("X-Accel-Buffering")).contains("no");
        assertThat(lines.readLine()).startsWith("data: {\"who\":\"pod-a_1\"");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).startsWith("data: {\"count\":");

        // A stream of a replica that leads no more ends, and the page asks again.
        replicas.otherLeader("pod-c_1", "http://127.0.0.1:1");
        assertThat(lines.lines()).allMatch(line -> line.isEmpty() || line.startsWith("data: "));
    }

    @Test
    void aLeaderThatIsAwayIsNamed() throws Exception {
        replicas.otherLeader("pod-c_1", "http://127.0.0.1:1");

        HttpResponse<String> answer = replicas.ask("/");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("the leader, pod-c, does not answer (ConnectException)");
        assertThat(replicas.handedOn("failed")).isEqualTo(1);
    }

    @Test
    void aLeaderThatDoesNotAnswerInTimeIsNamed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            replicas.otherLeader("pod-c_1", "http://127.0.0.1:" + silent.getLocalPort());

            assertThat(replicas.ask("/").body()).contains("pod-c, does not answer (no answer within 10 s)");
        }
    }

    @Test
    void addressesThatNoLeaderCanBeAskedForAreRejected() throws Exception {
        replicas.otherLeader("pod-c_1", "http://[");

        assertThat(replicas.ask("/").statusCode()).isEqualTo(400);
    }
}
