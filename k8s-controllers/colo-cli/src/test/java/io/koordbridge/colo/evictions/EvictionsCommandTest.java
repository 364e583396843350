package io.koordbridge.colo.evictions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvictionsCommandTest {
    private static final String EVENT = """
            {"kind":"Event","apiVersion":"v1","metadata":{"name":"e"},"involvedObject":{"kind":"Node","name":"worker-1"},
             "reason":"KoordletEvicted","message":"short of memory, evicted container_1_0003_01_000002 (2048 MiB)",
             "source":{"component":"koordlet"},"lastTimestamp":"2026-01-01T00:00:00Z"}
            """;
    private static final String NODES = """
            {"kind":"NodeList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"worker-9"}}]}
            """;

    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private volatile String rest = "";
    private volatile boolean forgotten;
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    @AfterEach
    void close() {
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String asked = exchange.getRequestURI().toString();
        boolean found = asked.contains("KoordletEvicted") && !forgotten;
        String list = "{\"kind\":\"%s\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"%s\"},\"items\":[%s]}";
        LoopbackServer.answer(
                exchange,
                200,
                asked.contains("/nodes")
                        ? NODES
                        : list.formatted(
                                asked.contains("/events") ? "EventList" : "PodList",
                                found ? rest : "",
                                found ? EVENT : ""));
    }

    private Run evictions(String... more) {
        return Run.with(
                Map.of("KUBECONFIG", kubeconfig.toString()),
                Stream.concat(Stream.of("evictions"), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void printsWhatTheApiServerRemembers() {
        Run run = evictions();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "h +worker-1 +container +container_1_0003_01_000002 +application_1_0003 +short of memory +-/2Gi");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void asADocumentItHasRawUnits() {
        assertThat(evictions("-o", "json").out())
                .contains("\"memoryBytes\" : 2147483648", "\"time\" : \"2026-01-01T00:00:00Z\"");
    }

    @Test
    void isCutByTimeAndByNode() {
        assertThat(evictions("--since", "1h").out()).startsWith("No eviction fits.");
        assertThat(evictions("-l", "a=b").out()).startsWith("No eviction fits.");
    }

    @Test
    void saysThatSomeAreMissing() {
        rest = "token";

        assertThat(evictions().err()).contains("more than 5000 events KoordletEvicted; some are missing");
    }

    @Test
    void withoutAnyItSaysHowLongTheyAreKept() {
        forgotten = true;

        assertThat(evictions().out()).contains("The API server remembers no eviction");
    }
}
