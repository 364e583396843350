package io.koordbridge.bench.descheduler;

import static org.awaitility.Awaitility.await;

import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.kube.ApiWrites;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
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
import java.util.function.Consumer;

/**
 * Starts koord-descheduler as a dry run on hot nodes, so that each run sees the same cluster: time until its first run, CPU of a run,
 * memory; then another descheduler, of which time until its first eviction, CPU and memory are seen.
 */
public final class DeschedulerScale {

    private static final String MODULE = "k8s-controllers/koord-descheduler";
    private static final String RUNS = "koord_descheduler_runs_total";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Each look costs the process CPU. */
    private static final Duration POLL = Duration.ofSeconds(4);

    private static final double MILLIS = 1e6;
    private static final double SECONDS = 1e9;
    private static final int LARGE = 5_000;

    private static final String CONFIGURATION = """
            server:
              applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
              adminConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
            dryRun: true
            descheduler:
              deschedulingInterval: 2s
              profiles:
                - name: koord-descheduler
                  plugins:
                    balance:
                      enabled: [{name: LowNodeLoad}]
                  pluginConfig:
                    - name: MigrationController
                      args: {defaultJobMode: EvictDirectly}
                    - name: LowNodeLoad
                      args:
                        lowThresholds: {cpu: 45, memory: 55}
                        highThresholds: {cpu: 75, memory: 80}
                        nodeMetricExpirationSeconds: 3600
                        anomalyCondition: {timeout: 1m, consecutiveAbnormalities: 1, consecutiveNormalities: 1}
            """;

    private final DeschedulerOptions options;
    private final Path directory;
    private final Recording recording;
    private final Consumer<String> progress;
    private final HttpClient http = HttpClient.newHttpClient();

    public DeschedulerScale(
            DeschedulerOptions options, Path directory, Recording recording, Consumer<String> progress) {
        this.options = options;
        this.directory = directory;
        this.recording = recording;
        this.progress = progress;
    }

    /** Runs everything. */
    public void run() {
        try (LoadedNodes nodes = LoadedNodes.start(options, progress)) {
            ours(nodes);
            options.other().ifPresent(command -> other(command, nodes));
        }
    }

    private void ours(LoadedNodes nodes) {
        boolean large = options.nodes() >= LARGE;
        List<Integer> ports = FreePorts.find(2);
        URI metrics = URI.create("http://127.0.0.1:" + ports.get(1) + "/metrics");
        long start = System.nanoTime();
        try (ChildProcess process = launch(nodes, ports)) {
            await("the first run").atMost(PATIENCE).until(() -> {
                process.requireAlive();
                return runs(metrics) >= 1;
            });
            double first = (System.nanoTime() - start) / SECONDS;
            recording.figure("start until the first safe run", first, "s", large ? 40 : 8);
            progress.accept("first run after " + first + " s");
            await("some runs to warm up").pollInterval(POLL).atMost(PATIENCE).until(() -> runs(metrics) >= 10);
            long runs = runs(metrics);
            Duration before = cpu(process);
            await("runs to measure")
                    .pollInterval(POLL)
                    .atMost(PATIENCE)
                    .until(() -> runs(metrics) >= runs + options.runs());
            double millis = cpu(process).minus(before).toNanos() / MILLIS / (runs(metrics) - runs);
            recording.figure("CPU of one run", millis, "ms", large ? 1_000 : 150);
            recording.figure(
                    "RSS",
                    ProcessMemory.residentBytes(process.pid()).orElse(0) / (double) (1 << 20),
                    "MiB",
                    large ? 450 : 200);
            recording.figure("peak RSS", ProcessMemory.peakBytes(process.pid()).orElse(0) / (double) (1 << 20), "MiB");
        }
    }

    private ChildProcess launch(LoadedNodes nodes, List<Integer> ports) {
        ProjectLayout layout = ProjectLayout.find();
        try {
            Files.createDirectories(directory);
            Path file = Files.writeString(
                    directory.resolve("koord-descheduler.yaml"), CONFIGURATION.formatted(ports.get(0), ports.get(1)));
            JavaCommand java = JavaCommand.of("koord-descheduler", "io.koordbridge.descheduler.app.DeschedulerMain")
                    .jvmArguments(layout.jvmOptions(MODULE))
                    .classPath(layout.classPath(MODULE))
                    .arguments(List.of(
                            "--config",
                            file.toString(),
                            "--kubeconfig",
                            nodes.controlPlane().kubeconfig().toString()));
            List<String> line = new ArrayList<>(List.of("taskset", "-c", "0"));
            line.addAll(java.line());
            return ChildProcess.start(
                    "koord-descheduler", line, Map.of(), directory, directory.resolve("koord-descheduler.log"));
        } catch (IOException e) {
            throw new UncheckedIOException("preparing koord-descheduler", e);
        }
    }

    private void other(String command, LoadedNodes nodes) {
        ApiWrites writes = new ApiWrites(nodes.controlPlane().auditLog());
        writes.next();
        List<String> line = new ArrayList<>(List.of("taskset", "-c", "0"));
        line.addAll(List.of(command.split(" ")));
        line.addAll(List.of("--kubeconfig", nodes.controlPlane().kubeconfig().toString()));
        long start = System.nanoTime();
        try (ChildProcess process =
                ChildProcess.start("other", line, Map.of(), directory, directory.resolve("other.log"))) {
            await("an eviction or a job of the other").atMost(PATIENCE).until(() -> {
                process.requireAlive();
                return writes.next().stream()
                        .anyMatch(write -> write.resource().contains("evict")
                                || write.resource().contains("podmigrationjob")
                                || (write.resource().contains("pods")
                                        && write.verb().equals("delete")));
            });
            recording.figure("other: start until its first eviction", (System.nanoTime() - start) / SECONDS, "s");
            recording.figure("other: CPU until then", cpu(process).toNanos() / MILLIS, "ms");
            recording.figure(
                    "other: RSS", ProcessMemory.residentBytes(process.pid()).orElse(0) / (double) (1 << 20), "MiB");
        }
    }

    private static Duration cpu(ChildProcess process) {
        return ProcessCpu.used(process.pid()).orElse(Duration.ZERO);
    }

    private long runs(URI metrics) {
        try {
            return http.send(
                            HttpRequest.newBuilder(metrics)
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(RUNS))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException notYet) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
