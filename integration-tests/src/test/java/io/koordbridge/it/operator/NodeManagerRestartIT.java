package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.ledger.LedgerWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A NodeManager with the plugin is killed and comes back in each phase of a grow and of a shrink; pods are as good as on their whole share. */
@Tag("long")
class NodeManagerRestartIT {

    private static final Logger LOG = LoggerFactory.getLogger(NodeManagerRestartIT.class);
    private static final int RESTARTS = Integer.getInteger("koordbridge.restarts", 4);

    private static final int MINIMUM_MEGABYTES = 256;
    private static final Duration RESTARTING = Duration.ofMinutes(4);

    @TempDir
    Path directory;

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final Queue<String> excess = new ConcurrentLinkedQueue<>();
    private final AtomicLong looks = new AtomicLong();
    private volatile long origin;
    private GreedyPods pods;
    private OperatorScene scene;
    private LedgerWatch ledger;
    private AgentProcess agent;
    private Path leaseFile;

    @BeforeEach
    void start() throws IOException {
        PluginAndAgent node = PluginAndAgent.below(directory).applyLease();
        scene = OperatorScene.shared(
                directory, options -> options.plugin(node.plugin()).capacity(16_384, 16), "lease.times.settle=6s");
        agent = node.startAgent(scene.controlPlane());
        leaseFile = node.plugin().leaseFile();
        await().atMost(OperatorScene.SOON).until(() -> Files.exists(leaseFile));
    }

    @AfterEach
    void stop() {
        looking.shutdownNow();
        if (pods != null) {
            pods.close();
        }
        if (agent != null) {
            agent.close();
        }
        if (scene != null) {
            scene.close();
        }
    }

    private void offer(long cores) {
        origin = cores;
        scene.node().origin(cores * 1_000, cores * 1_024);
    }

    /**
     * Looks from outside, at the API server and the ResourceManager: what pods have, what they are offered before and after, and what YARN has
     * between.
     */
    private void watch() {
        ledger = scene.watchLedger(MINIMUM_MEGABYTES);
        var watching = looking.scheduleWithFixedDelay(
                () -> {
                    long taken = pods == null ? 0 : pods.milliCpu();
                    long before = scene.node().offeredMilliCpu();
                    YarnNode yarn =
                            scene.resourceManager().rest().node(scene.nodeId()).orElse(null);
                    long after = scene.node().offeredMilliCpu();
                    looks.incrementAndGet();
                    boolean counts = yarn != null && yarn.running();
                    long promised = Math.max(taken, Math.min(before, after));
                    if (counts && promised + yarn.capacityVcores() * 1_000 > origin * 1_000) {
                        excess.add(promised + " and " + yarn + " of " + origin + " cores");
                    }
                },
                0,
                100,
                TimeUnit.MILLISECONDS);
        assertThat(watching.isCancelled()).isFalse();
    }

    @Test
    void aLeaseFileThatNoAgentRenewsRaisesNothing() {
        offer(16);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        await().atMost(OperatorScene.SOON)
                .until(() -> Files.readString(leaseFile).contains("\"vcores\":8"));
        agent.close();

        scene.node().yarnShare("0.25");
        scene.awaitLease("STEADY", 4_000);
        scene.awaitTold(4, 4_096);
        watch();
        killedAndBack();

        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(20))
                .until(() -> scene.capacity().capacityVcores() <= 4);
        assertThat(leaseFile).content().contains("\"vcores\":8");
        assertThat(excess).isEmpty();
        scene.requireSound();
    }

    /** The long form of {@link #neverHasMoreThanBeforeItsRestart}, with pods that take what they can. */
    @Test
    @Tag("soak")
    void restartsOfTheNodeManagersPodLeaveNoGapToTwo() {
        offer(16);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        pods = new GreedyPods(scene.controlPlane().client(), SharedNode.NAME);
        await().atMost(OperatorScene.SOON).until(() -> pods.milliCpu() == 8_000);
        watch();
        long end = System.nanoTime() + RESTARTING.toNanos();
        int restarts = 0;
        while (restarts < RESTARTS && System.nanoTime() < end) {
            scene.node().removeNodeManagerPod();
            scene.nodeManager().close();
            scene.node().addNodeManagerPod();
            scene.nodeManager().restart();
            restarts++;
        }
        LOG.info("{} restarts, {} looks, excess {}", restarts, looks, excess);

        scene.awaitCapacity(8, 8_192);
        assertThat(restarts).isGreaterThan(3);
        assertThat(excess).isEmpty();
        assertThat(pods.milliCpu()).isEqualTo(8_000);
        ledger.report().requireSound();
        scene.requireSound();
    }

    @Test
    void withoutALeaseThereIsNoFileAndANodeManagerRegistersWithItsFloor() {
        offer(16);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        await().atMost(OperatorScene.SOON)
                .until(() -> Files.readString(leaseFile).contains("\"vcores\":8"));
        scene.operator().close();

        scene.node().removeLease();
        // A second is promised; the rest is for a machine that does other things as well.
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.notExists(leaseFile));
        scene.nodeManager().crash();
        scene.nodeManager().restart();

        assertThat(scene.capacity().capacityVcores()).isEqualTo(1);
        assertThat(scene.capacity().capacityMegabytes()).isEqualTo(MINIMUM_MEGABYTES);
    }

    private void killedAndBack() {
        killedAndBack(scene.capacity().capacityVcores());
    }

    private void killedAndBack(long most) {
        scene.nodeManager().crash();
        scene.nodeManager().restart();
        assertThat(scene.capacity().capacityVcores()).isLessThanOrEqualTo(most);
    }

    @Test
    void neverHasMoreThanBeforeItsRestart() {
        offer(8);
        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
        watch();

        offer(16);
        scene.awaitLease("GROWING", 8_000);
        // The raise is under way: it may reach the ResourceManager before the NodeManager ends, and after.
        killedAndBack(8);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        killedAndBack();
        scene.awaitCapacity(8, 8_192);

        scene.node().yarnShare("0.25");
        scene.awaitLease("SHRINKING", 8_000);
        killedAndBack();
        scene.awaitLease("STEADY", 4_000);
        killedAndBack();
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(20))
                .until(() -> scene.capacity().capacityVcores() <= 4);
        assertThat(looks).hasPositiveValue();
        assertThat(excess).isEmpty();
        ledger.report().requireSound();
        scene.requireSound();
    }
}
