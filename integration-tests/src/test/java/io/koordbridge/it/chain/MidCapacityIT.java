package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.it.manager.ManagerUnderTest;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.machine.FileMachine;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** koordlet forecasts what a production pod needs, koord-manager offers the rest of its request as mid capacity. */
@Tag("soak")
class MidCapacityIT {
    private static final Logger LOG = LoggerFactory.getLogger(MidCapacityIT.class);
    /** The agent learns once a minute. */
    private static final Duration TRAINED = Duration.ofMinutes(4);

    private static final long REQUEST = 12_000;
    private static final long LITTLE = 1_000;
    private static final long MUCH = 8_000;
    /** Added to a forecast by default. */
    private static final double MARGIN = 1.1;
    /** Width of a bucket of the histogram, and what a busy machine adds to a peak. */
    private static final double PEAK = 1.5;

    @TempDir
    private Path directory;

    @Test
    void midCapacityFollowsTheForecastWhereUnallocatedCapacityDoesNotCount() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        new ManagerCluster(controlPlane).configure(Map.of("colocation-config", """
            {"enable": true, "metricAggregateDurationSeconds": 5, "metricReportIntervalSeconds": 2,
             "midCPUThresholdPercent": 100, "midMemoryThresholdPercent": 100, "midUnallocatedPercent": 0,
             "resourceDiffThreshold": 0.05, "updateTimeThresholdSeconds": 30}
            """, "resource-threshold-config", """
            {"clusterStrategy": {"enable": true, "cpuSuppressPolicy": "cfsQuota"}}
            """));
        ChainNode node = new ChainNode(controlPlane);
        try (FileMachine machine = new FileMachine(directory.resolve("machine"), node.onlinePod(REQUEST), LITTLE);
                ChildProcess agent = agent(controlPlane, machine);
                ManagerUnderTest manager =
                        ManagerUnderTest.start(ManagerOptions.of("manager", controlPlane.kubeconfig(), directory)
                                .yaml("leaderElection: {enabled: false}\n"))) {
            long quiet = awaitMid(node, mid -> mid > 0);
            assertThat(quiet).isBetween(atLeast(LITTLE), REQUEST - LITTLE);

            machine.online(MUCH);

            long busy = awaitMid(node, mid -> mid <= REQUEST - MUCH);
            assertThat(busy).isBetween(Math.max(0, atLeast(MUCH)), REQUEST - MUCH);
            agent.requireAlive();
            assertThat(manager.process().isAlive()).isTrue();
        }
    }

    private static long atLeast(long used) {
        return (long) (REQUEST - used * MARGIN * PEAK);
    }

    private static long awaitMid(ChainNode node, LongPredicate wanted) {
        await("mid capacity").atMost(TRAINED).until(() -> wanted.test(node.midMilliCpu()));
        LOG.info("mid-cpu {}", node.midMilliCpu());
        return node.midMilliCpu();
    }

    private ChildProcess agent(RealControlPlane controlPlane, FileMachine machine) throws IOException {
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
            report: {minIntervalSeconds: 2, minAggregateSeconds: 5, prediction: {coldStartSeconds: 1}}
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {kubelet: {directory: %1$s/kubelet}}
            """.formatted(directory));
        return Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + controlPlane.kubeconfig(),
                        "--node-name=" + ChainNode.NAME,
                        "--cgroup-root=" + machine.cgroups(),
                        "--proc-root=" + machine.proc(),
                        "--sys-root=" + machine.sys(),
                        "--admin-port=0"))
                .start(directory, directory.resolve("koordlet.log"));
    }
}
