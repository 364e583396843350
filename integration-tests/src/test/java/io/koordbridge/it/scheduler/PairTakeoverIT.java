package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ControlPlaneBinaries;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two pairs of kube-scheduler and extender with one lease. There is no kubelet: the test probes as the chart's liveness probe does
 * and ends a kube-scheduler that fails it.
 */
@Tag("long")
class PairTakeoverIT {
    private static final Logger LOG = LoggerFactory.getLogger(PairTakeoverIT.class);
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int FAILURES = 3;
    private static final String NAMESPACE = "koordinator-system";

    @TempDir
    private Path directory;

    /** An extender, the kube-scheduler beside it, and what a kubelet does for them. */
    private final class Pair implements AutoCloseable {
        private final ExtenderProcess extender;
        private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
        private final ChildProcess scheduler;
        private final Future<?> probes;
        private int failures;

        Pair(RealControlPlane controlPlane, String name) throws IOException {
            Path home = Files.createDirectory(directory.resolve(name));
            extender = new ExtenderProcess(controlPlane.kubeconfig(), home);
            extender.start();
            ObjectNode configuration = Serialization.unmarshal(extender.schedulerConfiguration(), ObjectNode.class);
            configuration
                    .withObjectProperty("clientConnection")
                    .put("kubeconfig", controlPlane.kubeconfig().toString());
            Path file = Files.writeString(home.resolve("scheduler.yaml"), Serialization.asYaml(configuration));
            scheduler = ChildProcess.start(
                    "kube-scheduler",
                    List.of(
                            ControlPlaneBinaries.ofThisProcess()
                                    .directory()
                                    .orElseThrow()
                                    .resolve("kube-scheduler")
                                    .toString(),
                            "--config=" + file,
                            "--authentication-kubeconfig=" + controlPlane.kubeconfig(),
                            "--authorization-kubeconfig=" + controlPlane.kubeconfig(),
                            "--authentication-skip-lookup=true",
                            "--bind-address=127.0.0.1",
                            "--secure-port=" + FreePorts.find(1).get(0),
                            "--cert-dir=" + home),
                    Map.of(),
                    home,
                    home.resolve("kube-scheduler.log"));
            probes = prober.scheduleWithFixedDelay(
                    this::probe, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
        }

        private void probe() {
            failures = extender.leadable(TIMEOUT) ? 0 : failures + 1;
            if (failures == FAILURES) {
                LOG.info("The liveness probe failed, kube-scheduler is ended");
                scheduler.stop(Duration.ofSeconds(5));
            }
        }

        @Override
        public void close() {
            probes.cancel(false);
            prober.shutdownNow();
            scheduler.crash();
            extender.close();
        }
    }

    @Test
    void aPairWithADeadOrFrozenExtenderLosesTheLease() throws IOException {
        try (RealControlPlane controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly())) {
            controlPlane.createNamespace(NAMESPACE);
            try (Scene scene = new Scene(controlPlane, "pairs");
                    Pair first = new Pair(controlPlane, "first")) {
                String node = scene.node("one", 12_000, "64Gi");
                assertThat(scene.nodeOf(scene.batchPod("before", 500, "1Gi"))).isEqualTo(node);

                try (Pair second = new Pair(controlPlane, "second")) {
                    first.extender.crash();
                    assertBoundSoon(scene, "killed");
                    assertThat(first.scheduler.isAlive()).isFalse();

                    try (Pair third = new Pair(controlPlane, "third")) {
                        second.extender.process().freeze();
                        assertBoundSoon(scene, "frozen");
                        assertThat(second.scheduler.isAlive()).isFalse();
                        assertThat(third.scheduler.isAlive()).isTrue();
                    } finally {
                        second.extender.process().thaw();
                    }
                }
            }
        }
    }

    private static void assertBoundSoon(Scene scene, String what) {
        long start = System.nanoTime();
        Pod pod = scene.batchPod(what, 500, "1Gi");
        await().atMost(WITHIN)
                .until(() -> scene.placedPods().stream()
                        .anyMatch(placed -> placed.getMetadata()
                                .getName()
                                .equals(pod.getMetadata().getName())));
        LOG.info("extender {}: bound again after {} s", what, (System.nanoTime() - start) / 1_000_000_000);
    }
}
