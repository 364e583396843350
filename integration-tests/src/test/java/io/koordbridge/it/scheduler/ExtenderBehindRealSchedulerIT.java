package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A stock kube-scheduler with the shipped configuration places pods through the extender on a real API server. */
@Tag("versions-kubernetes")
class ExtenderBehindRealSchedulerIT {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderBehindRealSchedulerIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long RSS_LIMIT_MIB = 300;
    private static final String SPEC = "node.koordinator.sh/extended-resource-spec";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    private Scene scene;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            LOG.info("end of the extender's log:\n{}", extender.process().logTail(15));
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @BeforeEach
    void open(TestInfo test) {
        String method = test.getTestMethod().orElseThrow().getName();
        scene = new Scene(controlPlane, "s" + Integer.toUnsignedString(method.hashCode(), 36));
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void placesBatchPodsWhereMostBatchIsLeft() {
        scene.node("small", 4_000, "8Gi");
        String large = scene.node("large", 16_000, "32Gi");
        String middle = scene.node("middle", 8_000, "16Gi");
        awaitKnown(large);

        assertThat(scene.nodeOf(scene.batchPod("first", 2_000, "4Gi"))).isEqualTo(large);
        assertThat(scene.nodeOf(scene.batchPod("second", 8_000, "16Gi"))).isEqualTo(large);
        assertThat(scene.nodeOf(scene.batchPod("third", 1_000, "2Gi"))).isEqualTo(middle);
    }

    @Test
    void addsTheMissingAnnotationByTheWriteThatBinds() {
        String node = scene.node("one", 4_000, "8Gi");
        awaitKnown(node);
        List<Pod> versions = new CopyOnWriteArrayList<>();
        try (Watch watch = scene.watchPods(versions)) {
            Pod pod = scene.batchPod("p", 1_000, "1Gi");
            scene.nodeOf(pod);
            await().atMost(SOON).until(() -> versions.stream().anyMatch(Scene::isPlaced));
        }

        assertThat(versions)
                .filteredOn(Scene::isPlaced)
                .allSatisfy(version -> assertThat(version.getMetadata().getAnnotations())
                        .containsEntry(
                                SPEC,
                                "{\"containers\":{\"main\":{\"limits\":{\"kubernetes.io/batch-cpu\":\"1k\","
                                        + "\"kubernetes.io/batch-memory\":\"1Gi\"},"
                                        + "\"requests\":{\"kubernetes.io/batch-cpu\":\"1k\","
                                        + "\"kubernetes.io/batch-memory\":\"1Gi\"}}}}"));
        assertThat(versions)
                .filteredOn(version -> !Scene.isPlaced(version))
                .isNotEmpty()
                .allSatisfy(version ->
                        assertThat(version.getMetadata().getAnnotations()).doesNotContainKey(SPEC));
    }

    @Test
    void aBurstNeverExceedsANodeAndTheRestKnowsWhy() {
        List<String> nodes =
                List.of(scene.node("a", 4_000, "64Gi"), scene.node("b", 4_000, "64Gi"), scene.node("c", 3_000, "64Gi"));
        nodes.forEach(ExtenderBehindRealSchedulerIT::awaitKnown);

        List<Pod> pods = burst(40, 500);
        scene.awaitPlaced(22);

        assertThat(scene.placedMilliCpu())
                .isEqualTo(Map.of(nodes.get(0), 4_000L, nodes.get(1), 4_000L, nodes.get(2), 3_000L));
        Pod waiting = pods.stream()
                .map(pod -> controlPlane.client().resource(pod).get())
                .filter(pod -> pod.getSpec().getNodeName() == null)
                .findFirst()
                .orElseThrow();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(scene.failures(waiting))
                        .anyMatch(message -> message.contains("Insufficient kubernetes.io/batch-cpu")));
    }

    @Test
    void guardsTheCapacityAloneWhenTheStockFitCheckIsOff() {
        restartScheduler(extender.schedulerConfiguration()
                .replace("    plugins:\n", "    plugins:\n      filter: {disabled: [{name: NodeResourcesFit}]}\n"));
        try {
            String node = scene.node("one", 4_000, "64Gi");
            awaitKnown(node);

            List<Pod> pods = burst(20, 1_000);
            scene.awaitPlaced(4);
            Pod last = pods.get(pods.size() - 1);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(scene.failures(last)).isNotEmpty());

            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(node, 4_000L));
            assertThat(pods.stream().flatMap(pod -> scene.failures(pod).stream()))
                    .anyMatch(message -> message.contains("Insufficient kubernetes.io/batch-cpu"));
        } finally {
            restartScheduler(extender.schedulerConfiguration());
        }
    }

    @Test
    void keepsReservedCapacityFree() {
        String node = scene.node(
                "one",
                4_000,
                "8Gi",
                Map.of("node.koordinator.sh/reservation", "{\"resources\":{\"cpu\":\"1\"},\"reservedCPUs\":\"0-2\"}"));
        await().atMost(SOON)
                .until(() -> extender.view("/nodes/" + node)
                                .path("reserved")
                                .path("cpu")
                                .asLong()
                        == 3_000);

        assertThat(scene.nodeOf(scene.pod("fits", Map.of("cpu", "1")))).isEqualTo(node);
        Pod refused = scene.pod("refused", Map.of("cpu", "100m"));

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(scene.failures(refused))
                        .anyMatch(message -> message.contains("Insufficient cpu beside the node's reservation")));
        assertThat(scene.placedPods()).hasSize(1);
    }

    @Test
    void losesNothingWhenItCrashesAmidABurst() {
        List<String> nodes = List.of(scene.node("a", 6_000, "64Gi"), scene.node("b", 6_000, "64Gi"));
        nodes.forEach(ExtenderBehindRealSchedulerIT::awaitKnown);

        ExecutorService creators = Executors.newFixedThreadPool(4);
        try {
            List<Future<Pod>> first = burst("first", 20, creators);
            scene.awaitPlaced(3);
            extender.crash();
            await().atMost(SOON).until(() -> first.stream().allMatch(Future::isDone));
            List<Future<Pod>> second = burst("second", 20, creators);
            await().atMost(SOON).until(() -> second.stream().allMatch(Future::isDone));
        } finally {
            creators.shutdown();
        }
        int before = scene.placedPods().size();
        extender.start();
        scene.awaitPlaced(24);

        assertThat(before).isBetween(3, 20);
        LOG.info("placed before the crash: {}", before);
        assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(nodes.get(0), 6_000L, nodes.get(1), 6_000L));
        await().atMost(SOON)
                .until(() -> extender.view("/nodes/" + nodes.get(0))
                                .path("batchCpuMilli")
                                .path("requested")
                                .asLong()
                        == 6_000);
    }

    @Test
    void podsWaitWhileItIsAwayAndGoOnByThemselves() {
        String node = scene.node("one", 4_000, "8Gi");
        awaitKnown(node);
        extender.crash();

        Pod pod = scene.batchPod("p", 1_000, "1Gi");
        await().atMost(SOON).untilAsserted(() -> assertThat(scene.failures(pod)).isNotEmpty());
        assertThat(scene.placedPods()).isEmpty();
        extender.start();

        assertThat(scene.nodeOf(pod)).isEqualTo(node);
    }

    @Test
    void bindingTwiceIsBindingOnce() {
        String node = scene.node("one", 4_000, "8Gi");
        String other = scene.node("two", 4_000, "8Gi");
        awaitKnown(node);
        awaitKnown(other);
        restartSchedulerAround(() -> {
            Pod pod = scene.batchPod("p", 1_000, "1Gi");

            assertThat(extender.bind(pod, "uid-of-another", node)).contains("does not exist");
            assertThat(extender.bind(pod, node)).isEmpty();
            assertThat(extender.bind(pod, node)).isEmpty();
            assertThat(extender.bind(pod, other)).contains(node);
            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(node, 1_000L));
        });
    }

    @Test
    void parallelBindsNeverExceedTheNode() {
        String node = scene.node("one", 4_000, "64Gi");
        awaitKnown(node);
        restartSchedulerAround(() -> {
            List<Pod> pods = burst(16, 1_000);
            ExecutorService callers = Executors.newFixedThreadPool(16);
            try {
                List<Future<String>> errors = new ArrayList<>();
                pods.forEach(pod -> errors.add(callers.submit(() -> extender.bind(pod, node))));
                List<String> refusals = errors.stream()
                        .map(ExtenderBehindRealSchedulerIT::valueOf)
                        .filter(error -> !error.isEmpty())
                        .toList();

                assertThat(refusals)
                        .hasSize(12)
                        .allMatch(error -> error.contains("Insufficient kubernetes.io/batch-cpu"));
                assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(node, 4_000L));
            } finally {
                callers.shutdown();
            }
        });
    }

    @Test
    void refusesNodeObjectsAndNamesTheSetting() {
        restartScheduler(
                extender.schedulerConfiguration().replace("nodeCacheCapable: true", "nodeCacheCapable: false"));
        try {
            String node = scene.node("large", 8_000, "16Gi");
            awaitKnown(node);
            Pod pod = scene.batchPod("p", 1_000, "1Gi");

            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(scene.failures(pod)).anyMatch(text -> text.contains("nodeCacheCapable")));
        } finally {
            restartScheduler(extender.schedulerConfiguration());
        }
    }

    @Test
    void survivesAnApiServerThatIsAway() {
        String node = scene.node("one", 4_000, "8Gi");
        awaitKnown(node);
        Pod pod = scene.batchPod("before", 1_000, "1Gi");
        scene.nodeOf(pod);

        controlPlane.stopApiServer();
        await().atMost(SOON).until(() -> !extender.healthy());
        assertThat(extender.view("/nodes/" + node)
                        .path("batchCpuMilli")
                        .path("requested")
                        .asLong())
                .as("the last known state stays")
                .isEqualTo(1_000);
        controlPlane.startApiServer();

        assertThat(scene.nodeOf(scene.batchPod("after", 3_000, "1Gi"))).isEqualTo(node);
        await().atMost(SOON).until(extender::healthy);
    }

    @Test
    void staysSmall() {
        long mebibytes = extender.process().residentBytes().orElseThrow() >> 20;
        LOG.info("koord-scheduler RSS: {} MiB", mebibytes);
        assertThat(mebibytes).isLessThan(RSS_LIMIT_MIB);
    }

    private List<Pod> burst(int count, long milliCpu) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pods.add(scene.batchPod("burst-" + i, milliCpu, "1Gi"));
        }
        return pods;
    }

    private List<Future<Pod>> burst(String prefix, int count, ExecutorService creators) {
        List<Future<Pod>> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String suffix = prefix + "-" + i;
            pods.add(creators.submit(() -> scene.batchPod(suffix, 500, "1Gi")));
        }
        return pods;
    }

    private static <T> T valueOf(Future<T> future) {
        try {
            return future.get(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void awaitKnown(String node) {
        await().atMost(SOON).until(() -> extender.knows(node));
    }

    private static void restartScheduler(String configuration) {
        controlPlane.stopScheduler();
        controlPlane.startScheduler(configuration);
    }

    private static void restartSchedulerAround(Runnable withoutScheduler) {
        controlPlane.stopScheduler();
        try {
            withoutScheduler.run();
        } finally {
            controlPlane.startScheduler(extender.schedulerConfiguration());
        }
    }
}
