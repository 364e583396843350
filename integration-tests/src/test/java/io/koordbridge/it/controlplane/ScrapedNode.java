package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.koordbridge.it.monitoring.PrometheusServer;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node with a node exporter, and a Prometheus that scrapes it and, through the API server, cAdvisor of the node's kubelet. */
final class ScrapedNode implements AutoCloseable {
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

    /** Skips the test where a program is missing. */
    static ScrapedNode of(String node, Config cluster, Path directory) throws IOException {
        PrometheusServer.require();
        Prerequisite.require(
                Files.isExecutable(EXPORTER),
                "prometheus-node-exporter, a package of that name in Debian (bin/prepare)");
        String address = "127.0.0.1:" + FreePorts.find(1).get(0);
        URI apiServer = URI.create(cluster.getMasterUrl());
        Path token = Files.writeString(directory.resolve("token"), cluster.getAutoOAuthToken());
        ChildProcess exporter = ChildProcess.start(
                "node-exporter",
                List.of(
                        EXPORTER.toString(),
                        "--web.listen-address=" + address,
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

    String address() {
        return prometheus.address().toString();
    }

    /** The document that a command prints; fails with its error output unless it ends with 0. */
    JsonNode document(List<String> command) throws IOException, InterruptedException {
        Path out = directory.resolve("plan.json");
        Path err = directory.resolve("plan.err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = "%s%n%s%n%s".formatted(command, Files.readString(err), prometheus.logTail());
        assertThat(ended).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return new ObjectMapper().readTree(out.toFile());
    }

    @Override
    public void close() {
        prometheus.close();
        exporter.close();
    }
}
