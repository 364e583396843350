package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.koordlet.undo.Taken;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole agent in this JVM, with a disk that answers nothing. */
class HousekeepingTest {

    private static final String TIER = "kubepods/besteffort";

    @TempDir
    private Path temp;

    private final FakeCluster cluster = new FakeCluster();
    private final CountDownLatch answers = new CountDownLatch(1);
    private SimulatedMachine machine;
    private Koordlet koordlet;

    @BeforeEach
    void make() throws IOException {
        cluster.createNode(SimulatedMachine.CPUS, "16Gi");
        cluster.createNodeMetric(60, 5);
        machine = new SimulatedMachine(temp.resolve("machine"));
        Files.writeString(machine.cgroups().resolve("cpu/" + TIER + "/cpu.cfs_quota_us"), "50000");
        new TakenFile(temp.resolve("audit"))
                .write(List.of(new Taken(Knob.CPU_CFS_QUOTA.name(), TIER, "strategy-of-another-version", "-1")), 0);
        Path file = Files.writeString(
                temp.resolve("koordlet.yaml"), """
                roots: {cgroup: %1$s, proc: %2$s, sys: %3$s}
                collect: {intervalMillis: 200, surgeLookMillis: 100}
                featureGates: {BECPUSuppress: false}
                audit: {directory: %4$s/audit}
                yarn: {socketDirectory: %4$s/yarn}
                tier: {driver: cgroupfs}
                admin: {port: 0}
                """.formatted(machine.cgroups(), machine.proc(), machine.sys(), temp));
        KoordletConfig config = ConfigReader.read(file);
        KubeConnection connection = new KubeConnection(null, cluster.url(), Duration.ofSeconds(5), 4);
        KubernetesClient client = KubeClients.connect(connection, "housekeeping-test");
        DiskThread disk = new DiskThread();
        disk.run("a file that hangs", this::hang);
        koordlet = new Koordlet(
                FakeCluster.NODE,
                config,
                Machine.probe(config),
                client,
                new Departure(client, Map.of(), FakeCluster.NODE),
                disk,
                Clock.systemUTC());
        koordlet.listen();
    }

    private void hang() {
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() {
        answers.countDown();
        koordlet.close();
        machine.close();
        cluster.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).ignoreExceptionsInstanceOf(IOException.class);
    }

    private JsonNode page(String path) throws IOException {
        try (InputStream answer = URI.create("http://127.0.0.1:" + koordlet.adminPort() + path)
                .toURL()
                .openStream()) {
            return Json.MAPPER.readTree(answer);
        }
    }

    private String quota() throws IOException {
        return machine.read("cpu", TIER, "cpu.cfs_quota_us");
    }

    @Test
    void itStartsWithoutTheDiskAndTakesOverWhatThatSaysLater() throws Exception {
        CompletableFuture.runAsync(koordlet::start).get(20, TimeUnit.SECONDS);

        soon().until(() -> page("/healthcheck").path("measures").asBoolean());
        JsonNode first = page("/healthcheck").path("loopAgeSeconds");
        assertThat(first.has("housekeeping")).isTrue();
        await().during(Duration.ofSeconds(4))
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        page("/healthcheck").at("/loopAgeSeconds/housekeeping").asLong() <= 2);
        assertThat(quota()).as("what an earlier process took").isEqualTo("50000");

        answers.countDown();

        soon().until(() -> quota().equals("-1"));
        soon().untilAsserted(() -> assertThat(new TakenFile(temp.resolve("audit")).read(problem -> {}))
                .isEmpty());
    }
}
