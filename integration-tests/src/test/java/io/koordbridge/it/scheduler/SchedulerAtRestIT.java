package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ApiWrites;
import io.koordbridge.lab.kube.ApiWrites.Write;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProcessCpu;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pods run, pods wait, reports arrive and say the same: nothing is written. */
@Tag("long")
class SchedulerAtRestIT {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerAtRestIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration REST = Duration.ofSeconds(20);
    private static final int NODES = 60;
    private static final int WAITING = 40;
    private static final int RUNNING = 60;

    @TempDir
    private Path directory;

    @Test
    void nothingIsWrittenWhileNothingChanges() throws Exception {
        try (RealControlPlane controlPlane = ControlPlaneGate.start(
                        RealControlPlane.Options.apiServerOnly().withAudit());
                ExtenderProcess extender = new ExtenderProcess(controlPlane.kubeconfig(), directory)) {
            Reports reports = new Reports(controlPlane.client());
            reports.install();
            extender.start();
            controlPlane.startScheduler(extender.schedulerConfiguration());
            try (Scene scene = new Scene(controlPlane, "rest")) {
                List<String> nodes = new ArrayList<>();
                for (int node = 0; node < NODES; node++) {
                    nodes.add(scene.node("n" + node, 4_000, "8Gi"));
                    reports.write(nodes.get(node), "500m");
                }
                String last = nodes.get(NODES - 1);
                await().atMost(SOON)
                        .until(() -> extender.view("/nodes/" + last)
                                .at("/plugins/loadAware")
                                .isObject());
                for (int pod = 0; pod < RUNNING; pod++) {
                    scene.batchPod("runs-" + pod, 200, "64Mi");
                }
                scene.awaitPlaced(RUNNING);
                nodes.forEach(node -> reports.write(node, "3600m"));
                List<Pod> waiting = new ArrayList<>();
                for (int pod = 0; pod < WAITING; pod++) {
                    waiting.add(scene.batchPod("waits-" + pod, 200, "64Mi"));
                }
                await().atMost(SOON)
                        .until(() -> !scene.failures(waiting.get(WAITING - 1)).isEmpty());
                pass(Duration.ofSeconds(15));

                ApiWrites writes = new ApiWrites(controlPlane.auditLog());
                Duration before = ProcessCpu.used(extender.process().pid()).orElseThrow();
                nodes.forEach(node -> reports.write(node, "3600m"));
                pass(REST);

                Duration used =
                        ProcessCpu.used(extender.process().pid()).orElseThrow().minus(before);
                LOG.info("At rest reports={} cpuMillis={} seconds={}", NODES, used.toMillis(), REST.toSeconds());
                assertThat(writes.next())
                        .filteredOn(write -> !write.resource().startsWith("nodemetrics"))
                        .filteredOn(write -> !write.resource().equals("leases"))
                        .extracting(Write::resource)
                        .isEmpty();
            }
        }
    }

    private static void pass(Duration duration) {
        await().pollDelay(duration).atMost(duration.plus(SOON)).until(() -> true);
    }
}
