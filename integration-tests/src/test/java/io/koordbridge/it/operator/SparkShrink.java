package io.koordbridge.it.operator;

import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnContainer;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A shuffling job on two NodeManagers: the operator shrinks one of four containers, the other has place for two more and stays.
 *
 * @param arm what containers are given before they end
 * @param percent of the node's memory that is taken back
 * @param policy whether it is YARN's share that falls, with the long deadline; else the node's memory does, with the short one
 */
record SparkShrink(Arm arm, int percent, boolean policy) {

    private static final int SHRUNK = 4;
    private static final int OTHERS = 2;
    private static final int EXECUTORS = SHRUNK + OTHERS - 1;
    private static final int MEGABYTES = SHRUNK * SparkOnScene.CONTAINER_MEGABYTES;
    private static final Duration LONG = Duration.ofMinutes(3);

    /** What containers are given before they end. */
    enum Arm {
        TIMEOUT_0("timeout 0"),
        DEADLINE("deadline"),
        SIGNAL("deadline with signal");

        private final String text;

        Arm(String text) {
            this.text = text;
        }
    }

    /**
     * What came of it.
     *
     * @param signalled executors that were told to leave
     * @param freed from the shrink until what is used fits
     */
    record Outcome(SparkEventLog log, int signalled, Duration freed) {

        String line() {
            return ("%d tasks, %d failed (%d fetch failures, %d refused blocks), useful %.1f %% of %d s,"
                            + " executors: %d signalled, %d left, %d preempted; fits after %d s")
                    .formatted(
                            log.tasks(),
                            log.failedTasks(),
                            log.fetchFailures(),
                            log.refusedBlocks(),
                            100 * log.usefulShare(),
                            log.givenMillis() / 1_000,
                            signalled,
                            log.left().size(),
                            log.preempted().size(),
                            freed.toSeconds());
        }
    }

    /** Runs the job in a new directory. It has to succeed with its first master, and the books have to be right. */
    Outcome run(Path directory) throws IOException {
        Path home = Files.createDirectory(directory);
        HadoopRuntime runtime = HadoopRuntime.hadoop35(ProjectLayout.find());
        PluginAndAgent node = PluginAndAgent.below(home);
        try (OperatorScene scene = new OperatorScene(
                        ControlPlaneGate.share(),
                        runtime,
                        home,
                        ResourceManagerProcess::clientConfiguration,
                        options -> options.plugin(plugin(node)).capacity(MEGABYTES, SHRUNK),
                        settings());
                NodeManagerProcess other = NodeManagerProcess.start(
                        scene.resourceManager(),
                        NodeManagerOptions.of(runtime, home.resolve("nm-2"))
                                .capacity(OTHERS * SparkOnScene.CONTAINER_MEGABYTES, OTHERS));
                AgentProcess agent = node.startAgent(scene.controlPlane())) {
            scene.node().origin(SHRUNK * 1_000, MEGABYTES);
            scene.awaitCapacity(SHRUNK, MEGABYTES);
            LedgerWatch ledger = scene.watchLedger(SparkOnScene.CONTAINER_MEGABYTES);
            SparkOnScene spark = SparkOnScene.startShuffling(scene.resourceManager(), home, EXECUTORS);
            try {
                spark.awaitRounds(2);
                spark.awaitBusy(EXECUTORS);
                Duration freed = shrink(scene);
                spark.awaitRounds(4);
                int signalled = signalled(scene.nodeManager());
                spark.endsWell();
                ledger.report().requireSound();
                scene.requireSound();
                return new Outcome(SparkEventLog.below(SparkOnScene.eventLogs(home)), signalled, freed);
            } finally {
                spark.killIfItLives();
            }
        }
    }

    private PluginOptions plugin(PluginAndAgent node) {
        // Without control groups of the kernel the plugin finds a container's processes by their parents.
        return node.plugin()
                .property("koordbridge.copilot.cgroup.enabled", "false")
                .property("koordbridge.copilot.decommission.enabled", Boolean.toString(arm == Arm.SIGNAL));
    }

    private List<String> settings() {
        List<String> all =
                new ArrayList<>(List.of("lease.share=1", "lease.memoryStepMB=256", "lease.keepLargest.nodes=0"));
        if (arm == Arm.TIMEOUT_0) {
            all.addAll(List.of("lease.times.drain=0s", "lease.times.pressure=0s"));
        }
        return all;
    }

    private Duration shrink(OperatorScene scene) {
        long left = (long) MEGABYTES * (100 - percent) / 100;
        Instant start = Instant.now();
        if (policy) {
            scene.node().yarnShare(Double.toString((100 - percent) / 100.0));
        } else {
            scene.node().origin(SHRUNK * 1_000, left);
        }
        await("what is used fits")
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> fits(scene.capacity(), left) && running(scene.nodeManager()) <= left);
        return Duration.between(start, Instant.now());
    }

    /** A ResourceManager that changes a node says for a moment that it has nothing, so the NodeManager is asked too. */
    private static boolean fits(YarnNode node, long left) {
        return node.capacityMegabytes() > 0 && node.usedMegabytes() <= left;
    }

    private static long running(NodeManagerProcess nodeManager) {
        return nodeManager.rest().containers().stream()
                .filter(container -> "RUNNING".equals(container.state()))
                .mapToLong(YarnContainer::megabytes)
                .sum();
    }

    /** Executors that say so; the driver says it of them in other words. */
    private static int signalled(NodeManagerProcess nodeManager) throws IOException {
        Set<Path> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(nodeManager.containerLogs())) {
            for (Path file : files.filter(path -> path.endsWith("stderr")).toList()) {
                if (Files.readString(file).contains("ExecutorBackend: Decommission executor")) {
                    found.add(file);
                }
            }
        }
        return found.size();
    }

    @Override
    public String toString() {
        return "%s, %d %% of the %s".formatted(arm.text, percent, policy ? "share" : "memory");
    }
}
