package io.koordbridge.lab.prometheus;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A Prometheus, of whatever version the machine has, that scrapes every second. */
public final class PrometheusServer implements AutoCloseable {

    private static final Path EXECUTABLE = Path.of("/usr/bin/prometheus");
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final ChildProcess process;
    private final URI base;

    private PrometheusServer(ChildProcess process, URI base) {
        this.process = process;
        this.base = base;
    }

    /** Why there can be none on this machine, or empty. */
    public static Optional<String> missing() {
        return Files.isExecutable(EXECUTABLE)
                ? Optional.empty()
                : Optional.of("prometheus, a package of that name in Debian (bin/prepare)");
    }

    /**
     * Returns when it answers.
     *
     * @param targets {@code host:port} of processes with /metrics
     */
    public static PrometheusServer start(Path directory, List<String> targets) {
        String listed = targets.stream().map(one -> "'" + one + "'").collect(Collectors.joining(", "));
        return scraping(directory, """
                - job_name: yarn-operator
                  static_configs: [{targets: [%s]}]
                """.formatted(listed));
    }

    /**
     * Returns when it answers.
     *
     * @param jobs the list {@code scrape_configs} of its configuration
     */
    public static PrometheusServer scraping(Path directory, String jobs) {
        int port = FreePorts.find(1).get(0);
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve("prometheus.yml");
            Files.writeString(file, """
                    global: {scrape_interval: 1s, scrape_timeout: 1s}
                    scrape_configs:
                    """ + jobs);
            ChildProcess process = ChildProcess.start(
                    "prometheus",
                    List.of(
                            EXECUTABLE.toString(),
                            "--config.file=" + file,
                            "--storage.tsdb.path=" + directory.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port),
                    Map.of(),
                    directory,
                    directory.resolve("prometheus.log"));
            PrometheusServer server = new PrometheusServer(process, URI.create("http://127.0.0.1:" + port + "/"));
            try {
                await().atMost(PATIENCE).until(server::answers);
                return server;
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        process.requireAlive();
        try {
            return value("vector(1)").isPresent();
        } catch (UncheckedIOException | IllegalStateException notYet) {
            return false;
        }
    }

    /** The value of a query that has one series at most. */
    public OptionalDouble value(String query) {
        URI uri = base.resolve("api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        try {
            HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != OK) {
                throw new IllegalStateException(query + ": " + new String(answer.body(), StandardCharsets.UTF_8));
            }
            JsonNode result = json.readTree(answer.body()).at("/data/result");
            if (result.size() > 1) {
                throw new IllegalStateException(query + " has several series: " + result);
            }
            JsonNode value = result.path(0).path("value").path(1);
            return value.isMissingNode()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(value.asText()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Its address. */
    public URI address() {
        return base;
    }

    /** The end of its log. */
    public String logTail() {
        return process.logTail(40);
    }

    @Override
    public void close() {
        process.close();
    }
}
