package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.operator.SparkOnScene.Losses;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnContainer;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Spark job lives through bursts of online CPU and through memory that is taken back. With Hadoop 3.5 the same is done with
 * timeouts of 0, as the reference does it, to compare what is lost; with Hadoop 3.4 memory is taken back only. Another job, whose
 * executors hold shuffle files, leaves by the signal of the plugin.
 */
@Tag("long")
@Tag("versions-spark")
class ShrinkUnderSparkIT {

    private static final Logger LOG = LoggerFactory.getLogger(ShrinkUnderSparkIT.class);
    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final int EXECUTORS = 4;
    private static final long CORES = EXECUTORS + 1;
    private static final long MEGABYTES = CORES * SparkOnScene.CONTAINER_MEGABYTES;
    private static final Duration BURST = Duration.ofSeconds(2);
    private static final Duration OUTAGE = Duration.ofSeconds(30);
    /** Longer than the short deadline of memory. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    @Test
    @Tag("soak")
    void noMasterAndFewExecutorsAreLostWithHadoop34() throws IOException {
        Losses ours = run(HadoopRuntime.hadoop34(LAYOUT), "deadlines", List.of(), List.of());

        LOG.info("Hadoop 3.4: lost with deadlines: {}", ours);
        assertThat(ours.executors()).isLessThanOrEqualTo(EXECUTORS);
    }

    @Test
    @Tag("soak")
    void noMasterIsLostAndAtMostHalfOfTheTasksThatTimeoutsOfZeroCostWithHadoop35() throws IOException {
        HadoopRuntime runtime = HadoopRuntime.hadoop35(LAYOUT);
        Losses ours = run(runtime, "deadlines", List.of(), List.of(BURST, OUTAGE));
        Losses reference = run(
                runtime, "zero", List.of("lease.times.drain=0s", "lease.times.pressure=0s"), List.of(BURST, OUTAGE));

        LOG.info("Hadoop 3.5: lost with deadlines: {}, with timeouts of 0: {}", ours, reference);
        assertThat(ours.executors()).isLessThanOrEqualTo(EXECUTORS);
        assertThat(2 * ours.tasks()).isLessThanOrEqualTo(reference.tasks());
    }

    @Test
    void executorsThatAreSignalledLeaveBeforeTheDeadline() throws IOException {
        SparkShrink.Outcome outcome = new SparkShrink(SparkShrink.Arm.SIGNAL, 60, true).run(directory.resolve("share"));

        LOG.info("a smaller share: {}", outcome);
        requireLeftInOrder(outcome);
    }

    @Test
    @Tag("soak")
    void executorsThatAreSignalledLoseNothingWhenMemoryFalls() throws IOException {
        Map<SparkShrink, SparkShrink.Outcome> outcomes = new LinkedHashMap<>();
        for (int percent : List.of(30, 60)) {
            for (SparkShrink.Arm arm : SparkShrink.Arm.values()) {
                SparkShrink shrink = new SparkShrink(arm, percent, false);
                outcomes.put(shrink, shrink.run(directory.resolve(arm.name() + percent)));
                LOG.info("{}: {}", shrink, outcomes.get(shrink));
            }
        }

        outcomes.forEach((shrink, outcome) -> LOG.info("{}: {}", shrink, outcome.line()));
        assertThat(outcomes).allSatisfy((shrink, outcome) -> {
            if (shrink.arm() == SparkShrink.Arm.SIGNAL) {
                requireLeftInOrder(outcome);
                assertThat(outcome.log().fetchFailures()).isZero();
                assertThat(outcome.log().usefulShare()).isGreaterThanOrEqualTo(0.98);
            }
        });
    }

    /** What an unchanged Spark loses by an executor that leaves is bounded by the executors, whatever the machine's speed. */
    private static void requireLeftInOrder(SparkShrink.Outcome outcome) {
        assertThat(outcome.signalled()).isPositive();
        assertThat(outcome.log().left()).hasSize(outcome.signalled());
        assertThat(outcome.log().preempted()).isEmpty();
        assertThat(outcome.log().unexplained()).isEmpty();
    }

    /**
     * The job in a scene.
     *
     * @param settings of the operator; with its defaults no container is lost to a burst
     * @param bursts of online CPU
     */
    private Losses run(HadoopRuntime runtime, String name, List<String> settings, List<Duration> bursts)
            throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        List<String> all = new ArrayList<>(List.of("lease.share=1", "lease.memoryStepMB=256"));
        all.addAll(settings);
        try (OperatorScene scene = new OperatorScene(
                ControlPlaneGate.share(),
                runtime,
                home,
                ResourceManagerProcess::clientConfiguration,
                options -> options.capacity((int) MEGABYTES, (int) CORES),
                all)) {
            scene.node().origin(CORES * 1_000, MEGABYTES);
            scene.awaitCapacity(CORES, MEGABYTES);
            LedgerWatch ledger = scene.watchLedger(SparkOnScene.CONTAINER_MEGABYTES);
            SparkOnScene spark = SparkOnScene.start(scene.resourceManager(), home, EXECUTORS);
            try {
                spark.awaitBusy(EXECUTORS);
                for (Duration burst : bursts) {
                    Set<String> before = containers(scene);
                    withoutCpu(scene, burst);
                    pass(scene, AFTERWARDS);
                    LOG.info("{}: {} of {} containers outlive {}", name, left(scene, before), before.size(), burst);
                    if (settings.isEmpty()) {
                        assertThat(containers(scene)).isEqualTo(before);
                    }
                    spark.awaitBusy(EXECUTORS);
                }

                takeMemoryBack(scene, MEGABYTES * 7 / 10);
                takeMemoryBack(scene, MEGABYTES * 4 / 10);
                scene.node().origin(CORES * 1_000, MEGABYTES);
                spark.awaitExecutors(EXECUTORS);
                Losses losses = spark.losses();
                spark.endsWell();
                ledger.report().requireSound();
                scene.requireSound();
                return losses;
            } finally {
                spark.killIfItLives();
            }
        }
    }

    private static void withoutCpu(OperatorScene scene, Duration time) {
        scene.node().origin(0, MEGABYTES);
        pass(scene, time);
        scene.node().origin(CORES * 1_000, MEGABYTES);
    }

    private static void takeMemoryBack(OperatorScene scene, long left) {
        scene.node().origin(CORES * 1_000, left);
        await("memory is back")
                .atMost(OperatorScene.SOON)
                .until(() -> scene.capacity().usedMegabytes() <= left);
    }

    private static void pass(OperatorScene scene, Duration time) {
        await().during(time).atMost(time.plusSeconds(20)).until(scene.operator()::isAlive);
    }

    private static long left(OperatorScene scene, Set<String> before) {
        return containers(scene).stream().filter(before::contains).count();
    }

    private static Set<String> containers(OperatorScene scene) {
        return scene.nodeManager().rest().containers().stream()
                .filter(container -> "RUNNING".equals(container.state()))
                .map(YarnContainer::id)
                .collect(Collectors.toSet());
    }
}
