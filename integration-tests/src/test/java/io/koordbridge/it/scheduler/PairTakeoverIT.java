package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

    /** A pair, and what a kubelet does for it. */
    private final class Pair implements AutoCloseable {
        private final SchedulerPair processes;
        private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
        private final Future<?> probes;
        private int failures;

        Pair(RealControlPlane controlPlane, String name) throws IOException {
            processes = new SchedulerPair(controlPlane, directory.resolve(name), "--set=leader.enabled=true");
            probes = prober.scheduleWithFixedDelay(
                    this::probe, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
        }

        private void probe() {
            failures = extender().leadable(TIMEOUT) ? 0 : failures + 1;
            if (failures == FAILURES) {
                LOG.info("The liveness probe failed, kube-scheduler is ended");
                processes.stopScheduler();
            }
        }

        @Override
        public void close() {
            probes.cancel(false);
            prober.shutdownNow();
            processes.close();
        }

        private ExtenderProcess extender() {
            return processes.extender();
        }

        private boolean schedulerLives() {
            return processes.schedulerLives();
        }
    }

    @Test
    void aPairWithADeadOrFrozenExtenderLosesTheLease() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        controlPlane.createNamespace(NAMESPACE);
        try (Scene scene = new Scene(controlPlane, "pairs");
                Pair first = new Pair(controlPlane, "first")) {
            String node = scene.node("one", 12_000, "64Gi");
            assertThat(scene.nodeOf(scene.batchPod("before", 500, "1Gi"))).isEqualTo(node);

            try (Pair second = new Pair(controlPlane, "second")) {
                first.extender().crash();
                assertBoundSoon(scene, "killed");
                assertThat(first.schedulerLives()).isFalse();

                try (Pair third = new Pair(controlPlane, "third")) {
                    second.extender().process().freeze();
                    assertBoundSoon(scene, "frozen");
                    assertThat(second.schedulerLives()).isFalse();
                    assertThat(third.schedulerLives()).isTrue();
                } finally {
                    second.extender().process().thaw();
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
