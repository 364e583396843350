package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole agent in this JVM, on a machine whose clock is set while it runs. */
class ClockJumpTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path temp;

    private final FakeCluster cluster = new FakeCluster();
    private final ManualClock machineClock = new ManualClock(Instant.now());
    private final ScheduledExecutorService time = Executors.newSingleThreadScheduledExecutor();
    private SimulatedMachine machine;
    private Koordlet koordlet;

    @BeforeEach
    void start() throws IOException {
        var unused = time.scheduleAtFixedRate(
                () -> machineClock.advance(Duration.ofMillis(10)), 10, 10, TimeUnit.MILLISECONDS);
        cluster.createNode(SimulatedMachine.CPUS, "16Gi");
        cluster.createNodeMetric(1, 1);
        machine = new SimulatedMachine(temp.resolve("machine"));
        Path file = Files.writeString(
                temp.resolve("koordlet.yaml"), """
                    roots: {cgroup: %1$s, proc: %2$s, sys: %3$s}
                    collect: {intervalMillis: 200, surgeLookMillis: 100}
                    report: {minIntervalSeconds: 1, minAggregateSeconds: 1}
                    audit: {directory: %4$s/audit}
                    yarn: {socketDirectory: %4$s/yarn}
                    admin: {port: 0}
                    """.formatted(machine.cgroups(), machine.proc(), machine.sys(), temp));
        KoordletConfig config = ConfigReader.read(file);
        KubeConnection connection = new KubeConnection(null, cluster.url(), Duration.ofSeconds(5), 4);
        KubernetesClient client = KubeClients.connect(connection, "clock-jump-test");
        koordlet = new Koordlet(
                FakeCluster.NODE,
                config,
                Machine.probe(config),
                client,
                new Departure(client, Map.of(), FakeCluster.NODE),
                new DiskThread(),
                machineClock);
        koordlet.listen();
        koordlet.start();
    }

    @AfterEach
    void end() {
        koordlet.close();
        machine.close();
        cluster.close();
        time.shutdownNow();
    }

    @Test
    void aClockThatIsSetBackStopsNeitherMeasuringNorReports() {
        await().atMost(Duration.ofSeconds(30)).until(() -> reportedAt() != null);

        machineClock.advance(HOUR.negated());
        Instant set = machineClock.instant();

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(reportedAt()).isBetween(set, set.plus(HOUR.dividedBy(2)));
            JsonNode state = state();
            assertThat(Instant.parse(state.at("/time").asText())).isBetween(set, set.plus(HOUR.dividedBy(2)));
            assertThat(Instant.parse(state.at("/usage/sampleAt").asText())).isBetween(set, set.plus(HOUR.dividedBy(2)));
            assertThat(state.at("/usage/nodeMilliCpu").isNull()).isFalse();
        });
    }

    private Instant reportedAt() {
        NodeMetricStatus status = cluster.nodeMetric().getStatus();
        return status == null ? null : Objects.requireNonNull(status.updateTime());
    }

    private JsonNode state() throws IOException {
        try (InputStream answer = URI.create("http://127.0.0.1:" + koordlet.adminPort() + "/state")
                .toURL()
                .openStream()) {
            return Json.MAPPER.readTree(answer);
        }
    }
}
