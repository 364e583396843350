package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas as they are installed: an extender for each kube-scheduler, of which one leads. The stock fit check is off. */
class TakeoverIT {
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess first;
    private static ExtenderProcess second;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        first = replica("first");
        second = replica("second");
    }

    private static ExtenderProcess replica(String name) throws IOException {
        ExtenderProcess replica =
                new ExtenderProcess(controlPlane.kubeconfig(), Files.createDirectory(directory.resolve(name)));
        replica.start();
        return replica;
    }

    @AfterAll
    static void stop() {
        for (ExtenderProcess replica : new ExtenderProcess[] {first, second}) {
            if (replica != null) {
                replica.close();
            }
        }
    }

    @Test
    void theReplicaThatTakesOverAmidABurstExceedsNoNode() {
        try (Scene scene = new Scene(controlPlane, "takeover")) {
            String node = scene.node("one", 12_000, "64Gi");
            awaitKnown(first, node);
            awaitKnown(second, node);
            controlPlane.startScheduler(withoutFitCheck(first));
            List<Pod> pods = new ArrayList<>(burst(scene, "early", 20));
            scene.awaitPlaced(3);

            controlPlane.stopScheduler();
            controlPlane.startScheduler(withoutFitCheck(second));
            pods.addAll(burst(scene, "late", 20));
            scene.awaitPlaced(24);
            await().atMost(SOON)
                    .until(() -> pods.stream()
                            .allMatch(pod -> Scene.isPlaced(
                                            controlPlane.client().resource(pod).get())
                                    || !scene.failures(pod).isEmpty()));
            controlPlane.stopScheduler();

            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(node, 12_000L));
        }
    }

    @Test
    void aReplicaThatRestartsRightAfterABindKnowsOfIt() {
        try (Scene scene = new Scene(controlPlane, "restart")) {
            String node = scene.node("one", 2_000, "64Gi");
            awaitKnown(first, node);
            List<Pod> pods = burst(scene, "p", 8);

            List<String> before = pods.subList(0, 3).stream()
                    .map(pod -> first.bind(pod, node))
                    .toList();
            first.crash();
            first.start();
            List<String> after = pods.subList(3, 8).stream()
                    .map(pod -> first.bind(pod, node))
                    .toList();

            assertThat(before).containsOnly("");
            assertThat(after).filteredOn(String::isEmpty).hasSize(1);
            assertThat(after)
                    .filteredOn(error -> !error.isEmpty())
                    .allMatch(error -> error.contains("Insufficient kubernetes.io/batch-cpu"));
            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(node, 2_000L));
        }
    }

    private static String withoutFitCheck(ExtenderProcess extender) {
        return extender.schedulerConfiguration()
                .replace("    plugins:\n", "    plugins:\n      filter: {disabled: [{name: NodeResourcesFit}]}\n");
    }

    private static List<Pod> burst(Scene scene, String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> scene.batchPod(prefix + "-" + i, 500, "1Gi"))
                .toList();
    }

    private static void awaitKnown(ExtenderProcess extender, String node) {
        await().atMost(SOON).until(() -> extender.knows(node));
    }
}
