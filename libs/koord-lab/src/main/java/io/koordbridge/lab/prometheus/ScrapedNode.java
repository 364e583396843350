package io.koordbridge.lab.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node with a node exporter, and a Prometheus that scrapes it and, through the API server, cAdvisor of the node's kubelet. */
public final class ScrapedNode implements AutoCloseable {
    private static final Path EXPORTER = Path.of("/usr/bin/prometheus-node-exporter");
    private static final int PATIENCE_SECONDS = 60;

    private final Path directory;
    private final ChildProcess exporter;
    private final PrometheusServer prometheus;

    private ScrapedNode(Path directory, ChildProcess exporter, PrometheusServer prometheus) {
        this.directory = directory;
        this.exporter = exporter;
        this.prometheus = prometheus;
    }

    /** Why there can be none on this machine, or empty. */
    public static Optional<String> missing() {
        return PrometheusServer.missing()
                .or(() -> Files.isExecutable(EXPORTER)
                        ? Optional.empty()
                        : Optional.of("prometheus-node-exporter, a package of that name in Debian (bin/prepare)"));
    }

    /**
     * Starts both.
     *
     * @param node its name, which becomes the label {@code node}
     * @param cluster how its API server is reached, with a token
     * @param directory for files and logs
     */
    public static ScrapedNode of(String node, Config cluster, Path directory) throws IOException {
        return of(node, cluster, directory, Path.of("/proc"));
    }

    /** The same with a directory that the node exporter takes for /proc. */
    public static ScrapedNode of(String node, Config cluster, Path directory, Path proc) throws IOException {
        String address = "127.0.0.1:" + FreePorts.find(1).get(0);
        URI apiServer = URI.create(cluster.getMasterUrl());
        Path token = Files.writeString(directory.resolve("token"), cluster.getAutoOAuthToken());
        ChildProcess exporter = ChildProcess.start(
                "node-exporter",
                List.of(
                        EXPORTER.toString(),
                        "--web.listen-address=" + address,
                        "--path.procfs=" + proc,
                        "--collector.disable-defaults",
                        "--collector.cpu",
                        "--collector.meminfo"),
                Map.of(),
                directory,
                directory.resolve("exporter.log"));
        try {
            // The certificate of the lab's API server is checked by other tests.
            PrometheusServer prometheus = PrometheusServer.scraping(
                    directory.resolve("prometheus"), """
                    - job_name: cadvisor
                      scheme: https
                      metrics_path: /api/v1/nodes/%1$s/proxy/metrics/cadvisor
                      bearer_token_file: %2$s
                      tls_config: {insecure_skip_verify: true}
                      static_configs: [{targets: ['%3$s'], labels: {node: %1$s}}]
                    - job_name: exporter
                      static_configs: [{targets: ['%4$s'], labels: {node: %1$s}}]
                    """.formatted(node, token, apiServer.getAuthority(), address));
            return new ScrapedNode(directory, exporter, prometheus);
        } catch (RuntimeException e) {
            exporter.close();
            throw e;
        }
    }

    /** Address of the Prometheus. */
    public String address() {
        return prometheus.address().toString();
    }

    /**
     * The JSON document that a command prints.
     *
     * @throws IllegalStateException with its error output unless it ends with 0 within a minute
     */
    public JsonNode document(List<String> command) throws IOException, InterruptedException {
        Path out = directory.resolve("plan.json");
        Path err = directory.resolve("plan.err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0) {
            throw new IllegalStateException(
                    "%s, ended: %s%n%s%n%s".formatted(command, ended, Files.readString(err), prometheus.logTail()));
        }
        return new ObjectMapper().readTree(out.toFile());
    }

    @Override
    public void close() {
        prometheus.close();
        exporter.close();
    }
}
