package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One replica of koord-manager with its own ports. */
final class ManagerUnderTest implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ManagerUnderTest.class);
    private static final String MODULE = "k8s-controllers/koord-manager";
    private static final Duration START = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ChildProcess process;
    private final int httpPort;
    private final int adminPort;
    private final int webhookPort;

    private ManagerUnderTest(ChildProcess process, int httpPort, int adminPort, int webhookPort) {
        this.process = process;
        this.httpPort = httpPort;
        this.adminPort = adminPort;
        this.webhookPort = webhookPort;
    }

    /** Starts a replica and waits until it is healthy. */
    static ManagerUnderTest start(String name, Path kubeconfig, Path directory, List<Integer> ports) {
        try {
            Path config = Files.writeString(directory.resolve(name + ".yaml"), configuration(ports));
            List<String> jvm = Files.readAllLines(
                    ProjectLayout.find().root().resolve(MODULE).resolve("src/main/dist/jvm.options"));
            ChildProcess process = JavaCommand.of(name, "io.koordbridge.manager.app.ManagerMain")
                    .jvmArguments(jvm)
                    .classPath(classPath())
                    .arguments(List.of("--config", config.toString(), "--kubeconfig", kubeconfig.toString()))
                    .start(directory, directory.resolve(name + ".log"));
            ManagerUnderTest manager = new ManagerUnderTest(process, ports.get(0), ports.get(1), ports.get(2));
            await().atMost(START).until(() -> {
                process.requireAlive();
                return manager.healthy();
            });
            return manager;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> classPath() {
        try {
            return ProjectLayout.find().classPath(MODULE);
        } catch (IllegalStateException notBuilt) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw notBuilt;
            }
            LOG.warn("SKIPPED, koord-manager is not built: {}", notBuilt.getMessage());
            assumeThat(false).as(notBuilt.getMessage()).isTrue();
            throw notBuilt;
        }
    }

    private static String configuration(List<Integer> ports) {
        return """
                leaderElection: {leaseDuration: 3s, renewDeadline: 2s, retryPeriod: 500ms}
                webhook:
                  bindHost: 127.0.0.1
                  port: %d
                  extraHosts: ["127.0.0.1"]
                server:
                  applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
                  adminConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
                  requestLog: {appenders: []}
                logging: {level: WARN, loggers: {io.koordbridge: INFO}}
                """.formatted(ports.get(2), ports.get(0), ports.get(1));
    }

    private boolean healthy() {
        try {
            return get(adminPort, "/healthcheck").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** The metrics as Prometheus text. */
    String metrics() {
        return get(adminPort, "/metrics").body();
    }

    /** One sample of a metric, -1 when it is not there. */
    double metric(String nameAndLabels) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(nameAndLabels + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    HttpResponse<String> explain(String node) {
        return get(httpPort, "/api/v1/nodes/" + node + "/explain");
    }

    String webhookUrl() {
        return "https://127.0.0.1:" + webhookPort + "/mutate-pod";
    }

    ChildProcess process() {
        return process;
    }

    private HttpResponse<String> get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response).isNotNull();
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
