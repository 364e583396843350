package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.chart.ServiceAccounts;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.machine.FileMachine;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent learnt by the time of day before its restart reaches the NodeMetric, with the rights that the chart gives it. */
class ForecastIT {
    private static final int QUARTERS = 96;
    private static final long QUARTER_SECONDS = 900;
    private static final long USED_MILLI_CPU = 1_000;
    /** In half percents, and one more: zero is a quarter that was never seen. */
    private static final byte QUIET = 21;

    private static final byte PEAK = 126;
    private static final long PEAK_MILLI_CPU = 625L * FileMachine.CPUS;
    private static final long QUIET_BYTES = Math.round(0.1 * FileMachine.MEMORY_KIB * 1024);

    private static RealControlPlane controlPlane;

    @TempDir
    private Path directory;

    @BeforeAll
    static void install() throws IOException {
        controlPlane = ControlPlaneGate.share();
        new Chart().installWith(Files.readString(controlPlane.kubeconfig()));
    }

    @Test
    void thePeakOfTheDaysBeforeIsAnnouncedBeforeItComes() throws IOException {
        String node = "with-a-morning";
        long now = Instant.now().getEpochSecond() / QUARTER_SECONDS;
        byte[] cpu = evenDay();
        for (long quarter = now + 1; quarter <= now + 3; quarter++) {
            cpu[(int) (quarter % QUARTERS)] = PEAK;
        }
        Files.createDirectories(directory.resolve("audit"));
        Files.writeString(
                directory.resolve("audit/online-day"),
                "at %s\ncpu %s\nmemory %s\n"
                        .formatted(
                                Instant.ofEpochSecond(now * QUARTER_SECONDS), shape(now, cpu), shape(now, evenDay())));

        try (FileMachine machine = machine();
                ChildProcess agent = start(node, machine)) {
            await().atMost(PatientAwaits.PATIENCE)
                    .untilAsserted(() -> assertThat(onlineUse(node).map(OnlineUse::forecast))
                            .as(agent.logTail(20))
                            .hasValueSatisfying(forecast -> {
                                assertThat(forecast.within()).isEqualTo(Duration.ofMinutes(30));
                                assertThat(forecast.cpuMilli()).isEqualTo(PEAK_MILLI_CPU);
                                assertThat(forecast.memoryBytes()).isEqualTo(QUIET_BYTES);
                            }));
            assertThat(onlineUse(node).orElseThrow().windows().get(0).cpuMilli().max())
                    .as("the use now")
                    .isLessThan(PEAK_MILLI_CPU / 2);
        }
    }

    @Test
    void anAgentThatHasLearntNothingForecastsNothing() throws IOException {
        String node = "without-a-past";
        try (FileMachine machine = machine();
                ChildProcess agent = start(node, machine)) {
            await().atMost(PatientAwaits.PATIENCE)
                    .untilAsserted(() -> assertThat(onlineUse(node))
                            .as(agent.logTail(20))
                            .hasValueSatisfying(use -> assertThat(use.windows()).isNotEmpty()));

            Optional<Forecast> forecast = onlineUse(node).map(OnlineUse::forecast);

            assertThat(forecast).isEmpty();
        }
    }

    private static byte[] evenDay() {
        byte[] day = new byte[QUARTERS];
        Arrays.fill(day, QUIET);
        return day;
    }

    /** As the agent writes it: version, quarter, its peak, evidence that days resemble each other, and the day. */
    private static String shape(long quarter, byte[] day) {
        return String.format(
                Locale.ROOT,
                "1 %d 20 400 300 %.3f %.3f %.3f %s",
                quarter,
                1.0,
                1_000.0,
                30.0,
                Base64.getEncoder().encodeToString(day));
    }

    private FileMachine machine() {
        return new FileMachine(directory.resolve("machine"), "kubepods/burstable/pod1", USED_MILLI_CPU);
    }

    private ChildProcess start(String node, FileMachine machine) throws IOException {
        controlPlane.createNode(
                node,
                Map.of(
                        "cpu",
                        Integer.toString(FileMachine.CPUS),
                        "memory",
                        FileMachine.MEMORY_KIB + "Ki",
                        "pods",
                        "110"));
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName(node);
        metric.setSpec(new NodeMetricSpec(new MetricCollectPolicy(4L, 2L, null, null)));
        controlPlane.client().resource(metric).create();
        Path config = Files.writeString(
                directory.resolve("koordlet.yaml"),
                Serialization.asYaml(Map.of(
                        "report",
                                Map.of(
                                        "minIntervalSeconds",
                                        1,
                                        "minAggregateSeconds",
                                        2,
                                        "online",
                                        Map.of("windowSeconds", 4)),
                        "audit", Map.of("directory", directory.resolve("audit").toString()),
                        "yarn",
                                Map.of(
                                        "socketDirectory",
                                        directory.resolve("yarn").toString()),
                        "tier", Map.of("driver", "cgroupfs"))));
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"), new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", node));
        return Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + kubeconfig,
                        "--node-name=" + node,
                        "--cgroup-root=" + machine.cgroups(),
                        "--proc-root=" + machine.proc(),
                        "--sys-root=" + machine.sys(),
                        "--admin-port=0"))
                .start(directory, directory.resolve("koordlet.log"));
    }

    private static Optional<OnlineUse> onlineUse(String node) {
        return OnlineUseDocument.of(controlPlane
                        .client()
                        .resources(NodeMetric.class)
                        .withName(node)
                        .get())
                .found();
    }
}
