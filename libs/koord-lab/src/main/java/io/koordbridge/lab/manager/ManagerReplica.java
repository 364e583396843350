package io.koordbridge.lab.manager;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessCpu;
import io.koordbridge.lab.process.ProcessMemory;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One replica of koord-manager as it is shipped: its jars, its JVM options, a configuration with its own ports. */
public final class ManagerReplica implements AutoCloseable {
    private static final String MODULE = "k8s-controllers/koord-manager";
    private static final Duration HEALTH_PATIENCE = Duration.ofMinutes(3);
    private static final Duration HEALTH_POLL = Duration.ofMillis(100);
    /** Bounds a call that hangs; on a loaded machine an answer may take seconds. */
    private static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ChildProcess process;
    private final ManagerOptions options;

    private ManagerReplica(ChildProcess process, ManagerOptions options) {
        this.process = process;
        this.options = options;
    }

    /**
     * Starts a replica; returns at once.
     *
     * @throws IllegalStateException when koord-manager is not built
     */
    public static ManagerReplica launch(ManagerOptions options) {
        try {
            List<String> jvm = new ArrayList<>(shippedJvmArguments());
            jvm.addAll(options.extraJvmArguments());
            Path directory = Files.createDirectories(options.directory());
            Path config = Files.writeString(directory.resolve(options.name() + ".yaml"), options.configuration());
            JavaCommand java = JavaCommand.of(options.name(), "io.koordbridge.manager.app.ManagerMain")
                    .jvmArguments(jvm)
                    .classPath(ProjectLayout.find().classPath(MODULE))
                    .arguments(List.of(
                            "--config",
                            config.toString(),
                            "--kubeconfig",
                            options.kubeconfig().toString()));
            List<String> line = new ArrayList<>();
            if (!options.cores().isEmpty()) {
                line.addAll(List.of("taskset", "-c", options.cores()));
            }
            line.addAll(java.line());
            ChildProcess process = ChildProcess.start(
                    options.name(), line, Map.of(), directory, directory.resolve(options.name() + ".log"));
            return new ManagerReplica(process, options);
        } catch (IOException e) {
            throw new UncheckedIOException("preparing " + options.name(), e);
        }
    }

    /** What the JVM is started with where koord-manager is installed. */
    public static List<String> shippedJvmArguments() {
        return ProjectLayout.find().jvmOptions(MODULE);
    }

    /** Starts a replica and waits until it is healthy. */
    public static ManagerReplica start(ManagerOptions options) {
        ManagerReplica replica = launch(options);
        replica.awaitHealthy();
        return replica;
    }

    /** Waits until it says that it is healthy; a minute at most. */
    public void awaitHealthy() {
        await(options.name() + " to be healthy")
                .atMost(HEALTH_PATIENCE)
                .pollInterval(HEALTH_POLL)
                .until(() -> {
                    process.requireAlive();
                    return healthy();
                });
    }

    private boolean healthy() {
        try {
            return get(adminPort(), "/healthcheck").statusCode() == OK;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** One sample of a metric by name and labels as in the Prometheus text, -1 when it is not there. */
    public double metric(String nameAndLabels) {
        return get(adminPort(), "/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(nameAndLabels + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    /** How the numbers of a node came about. */
    public HttpResponse<String> explain(String node) {
        return get(options.ports().get(0), "/api/v1/nodes/" + node + "/explain");
    }

    /** Where the page and the API are. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + options.ports().get(0) + "/");
    }

    /** Port of the webhook. */
    public int webhookPort() {
        return options.ports().get(2);
    }

    /** CPU time until now, zero when it is gone. */
    public Duration cpu() {
        return ProcessCpu.used(process.pid()).orElse(Duration.ZERO);
    }

    /** The most memory that was ever resident, 0 when it is gone. */
    public long peakResidentBytes() {
        return ProcessMemory.peakBytes(process.pid()).orElse(0);
    }

    /** The process. */
    public ChildProcess process() {
        return process;
    }

    private int adminPort() {
        return options.ports().get(1);
    }

    private HttpResponse<String> get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(CALL_LIMIT)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
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
