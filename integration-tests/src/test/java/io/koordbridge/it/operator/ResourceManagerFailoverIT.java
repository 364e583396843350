package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerPair;
import io.koordbridge.lab.hadoop.YarnContainer;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two ResourceManagers take over from one another in every phase of the lease, while a job holds containers. */
@Tag("long")
class ResourceManagerFailoverIT {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceManagerFailoverIT.class);
    private static final long CORES = 8;
    private static final int EXECUTORS = 3;
    /** Once through the shares; a longer run sets the property. */
    private static final int MOST_FAILOVERS = Integer.getInteger("koordbridge.failovers", 4);

    private static final Duration TIME = Duration.ofMinutes(5);
    /** Grow, drain below what the job holds, back while it drains, and at rest. */
    private static final List<String> SHARES = List.of("0.75", "0.25", "0.5", "0.5");

    @TempDir
    Path directory;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final Queue<String> excess = new ConcurrentLinkedQueue<>();
    private final AtomicLong looks = new AtomicLong();
    private ResourceManagerPair pair;
    private NodeManagerProcess nodeManager;
    private SharedNode node;
    private OperatorUnderTest operator;

    @BeforeEach
    void start() {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        HadoopRuntime runtime = HadoopRuntime.hadoop35(ProjectLayout.find());
        pair = keep(ResourceManagerPair.start(runtime, directory.resolve("pair")));
        nodeManager = keep(NodeManagerProcess.start(
                pair.first(),
                NodeManagerOptions.of(runtime, directory.resolve("nm")).capacity((int) CORES * 1_024, (int) CORES)));
        node = keep(new SharedNode(controlPlane, nodeManager.nodeId()));
        node.origin(CORES * 1_000, CORES * 1_024);
        operator = keep(OperatorUnderTest.start(
                directory,
                List.of("--kubeconfig", controlPlane.kubeconfig().toString()),
                pair.first().clientConfiguration(),
                List.of(
                        "lease.policy=static",
                        "lease.minMB=256",
                        "lease.times.growInterval=1s",
                        "lease.times.lateCall=8s",
                        "hadoop.pollInterval=1s",
                        "lease.times.reportStale=5s",
                        "leaderElection.namespace=default")));
    }

    private <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    @AfterEach
    void stop() {
        looking.shutdownNow();
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.error("a part did not end", e);
            }
        }
    }

    @Test
    void releasesNothingThatContainersHold() throws IOException {
        await().atMost(OperatorScene.SOON).until(() -> "STEADY".equals(state()) && told() == CORES / 2);
        SparkOnScene spark = SparkOnScene.start(pair.first(), directory, EXECUTORS);
        LOG.info("{} holds {} milli-CPU", spark.job().id(), heldMilliCpu());
        var watching = looking.scheduleWithFixedDelay(this::look, 0, 100, TimeUnit.MILLISECONDS);
        long end = System.nanoTime() + TIME.toNanos();
        int failovers = 0;
        while (failovers < MOST_FAILOVERS && System.nanoTime() < end) {
            node.yarnShare(SHARES.get(failovers % SHARES.size()));
            untilItChanges();
            pair.failOver();
            failovers++;
            await().atMost(OperatorScene.SOON)
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .until(() -> pair.active()
                            .rest()
                            .node(nodeManager.nodeId())
                            .filter(YarnNode::running)
                            .isPresent());
        }
        LOG.info("{} fail-overs, {} looks, excess {}", failovers, looks, excess);

        assertThat(failovers).isGreaterThanOrEqualTo(4);
        assertThat(watching.isDone()).isFalse();
        assertThat(looks).hasPositiveValue();
        assertThat(excess).isEmpty();
        assertThat(operator.logged("another ResourceManager is active")).isGreaterThanOrEqualTo(failovers);
        assertThat(operator.get("ledger").path("brokenChecks").asLong()).isZero();
        assertThat(heldMilliCpu()).isEqualTo((EXECUTORS + 1) * 1_000L);
    }

    /** Nothing of a change may be seen when it is quick. */
    private void untilItChanges() {
        try {
            await().atMost(Duration.ofSeconds(3)).until(() -> !"STEADY".equals(state()));
        } catch (ConditionTimeoutException quick) {
            LOG.debug("steady again, or still", quick);
        }
    }

    private String state() {
        return node.lease().map(lease -> String.valueOf(lease.state())).orElse("");
    }

    private long told() {
        return nodeManager.rest().info().capacityVcores();
    }

    private long heldMilliCpu() {
        return nodeManager.rest().containers().stream()
                        .filter(container -> "RUNNING".equals(container.state()))
                        .mapToLong(YarnContainer::vcores)
                        .sum()
                * 1_000;
    }

    /** Pods may take all that they are offered, whatever any ResourceManager knows. */
    private void look() {
        try {
            long before = node.offeredMilliCpu();
            long held = Math.max(heldMilliCpu(), told() * 1_000);
            long after = node.offeredMilliCpu();
            looks.incrementAndGet();
            if (Math.min(before, after) + held > CORES * 1_000) {
                excess.add(before + " to " + after + " offered, " + held + " held, lease " + state());
            }
        } catch (UncheckedIOException e) {
            LOG.debug("not seen", e);
        }
    }
}
