package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerInfo;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.ledger.LedgerOptions;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real API server, a real ResourceManager, a stock NodeManager and the operator between them. */
final class OperatorScene implements AutoCloseable {
    static final Duration SOON = Duration.ofMinutes(3);
    /** Longer than a report (5 s), a call (8 s) and a lease of the election (15 s) live. */
    private static final Duration OUTAGE = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(OperatorScene.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final RealControlPlane controlPlane;
    private final ResourceManagerProcess resourceManager;
    private final NodeManagerProcess nodeManager;
    private final SharedNode node;
    private final OperatorUnderTest operator;

    /**
     * Starts everything; the node offers 8 cores and 8 GiB.
     *
     * @param controlPlane an empty one, which the caller closes if it is the caller's own
     * @param hadoopConfiguration where the operator reads how to reach the ResourceManager
     */
    OperatorScene(
            RealControlPlane controlPlane,
            HadoopRuntime runtime,
            Path directory,
            Function<ResourceManagerProcess, Path> hadoopConfiguration) {
        this(controlPlane, runtime, directory, hadoopConfiguration, UnaryOperator.identity(), List.of());
    }

    /**
     * Starts everything with Hadoop 3.5 on the shared API server.
     *
     * @param options of the NodeManager
     * @param settings of the operator, beside those of every scene
     */
    static OperatorScene shared(Path directory, UnaryOperator<NodeManagerOptions> options, String... settings) {
        return new OperatorScene(
                ControlPlaneGate.share(),
                HadoopRuntime.hadoop35(ProjectLayout.find()),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options,
                List.of(settings));
    }

    /**
     * Starts everything, in another way.
     *
     * @param options of the NodeManager
     * @param settings of the operator, beside those of every scene
     */
    OperatorScene(
            RealControlPlane controlPlane,
            HadoopRuntime runtime,
            Path directory,
            Function<ResourceManagerProcess, Path> hadoopConfiguration,
            UnaryOperator<NodeManagerOptions> options,
            List<String> settings) {
        this(
                controlPlane,
                ResourceManagerOptions.of(runtime, directory.resolve("rm")),
                directory,
                hadoopConfiguration,
                options,
                settings);
    }

    /**
     * Starts everything, with another ResourceManager.
     *
     * @param resourceManagerOptions of the ResourceManager, whose release is the NodeManager's as well
     */
    OperatorScene(
            RealControlPlane controlPlane,
            ResourceManagerOptions resourceManagerOptions,
            Path directory,
            Function<ResourceManagerProcess, Path> hadoopConfiguration,
            UnaryOperator<NodeManagerOptions> options,
            List<String> settings) {
        this(controlPlane, resourceManagerOptions, directory, hadoopConfiguration, options, settings, Map.of());
    }

    /**
     * Starts everything, with another environment.
     *
     * @param environment of the operator
     */
    OperatorScene(
            RealControlPlane controlPlane,
            ResourceManagerOptions resourceManagerOptions,
            Path directory,
            Function<ResourceManagerProcess, Path> hadoopConfiguration,
            UnaryOperator<NodeManagerOptions> options,
            List<String> settings,
            Map<String, String> environment) {
        this.controlPlane = controlPlane;
        HadoopRuntime runtime = resourceManagerOptions.runtime();
        try {
            resourceManager = keep(ResourceManagerProcess.launch(resourceManagerOptions));
            nodeManager = keep(NodeManagerProcess.start(
                    resourceManager, options.apply(NodeManagerOptions.of(runtime, directory.resolve("nm")))));
            node = keep(new SharedNode(controlPlane, nodeManager.nodeId()));
            node.origin(8_000, 8_192);
            operator = keep(OperatorUnderTest.start(
                    directory,
                    List.of("--kubeconfig", controlPlane.kubeconfig().toString()),
                    hadoopConfiguration.apply(resourceManager),
                    settings(settings),
                    environment));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private static List<String> settings(List<String> more) {
        Stream<String> all = Stream.of(
                "lease.policy=static",
                "lease.minMB=256",
                "lease.times.growInterval=1s",
                "lease.times.lateCall=8s",
                "hadoop.pollInterval=1s",
                "lease.times.reportStale=5s",
                "leaderElection.namespace=default");
        return Stream.concat(all, more.stream()).toList();
    }

    /** Starts a further replica of the operator. */
    OperatorUnderTest standby(Path directory, String... settings) {
        return keep(OperatorUnderTest.standby(
                directory,
                List.of("--kubeconfig", controlPlane.kubeconfig().toString()),
                resourceManager.clientConfiguration(),
                settings(List.of(settings))));
    }

    private <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    RealControlPlane controlPlane() {
        return controlPlane;
    }

    ResourceManagerProcess resourceManager() {
        return resourceManager;
    }

    NodeManagerProcess nodeManager() {
        return nodeManager;
    }

    SharedNode node() {
        return node;
    }

    OperatorUnderTest operator() {
        return operator;
    }

    String nodeId() {
        return nodeManager.nodeId();
    }

    /** What the ResourceManager schedules on. */
    YarnNode capacity() {
        return resourceManager.rest().node(nodeManager.nodeId()).orElseThrow();
    }

    void awaitCapacity(long vcores, long megabytes) {
        // A restarted ResourceManager knows the node again only after its next heartbeat.
        var waiting =
                await().atMost(SOON).pollInterval(Duration.ofMillis(50)).ignoreException(NoSuchElementException.class);
        waiting.untilAsserted(() -> {
            YarnNode seen = capacity();
            assertThat(seen.capacityVcores()).as(operator.logTail()).isEqualTo(vcores);
            assertThat(seen.capacityMegabytes()).isEqualTo(megabytes);
        });
    }

    /** Until the NodeManager itself was told. */
    void awaitTold(long vcores, long megabytes) {
        await().atMost(SOON).until(() -> {
            NodeManagerInfo info = nodeManager.rest().info();
            return info.capacityVcores() == vcores && info.capacityMegabytes() == megabytes;
        });
    }

    void awaitLease(String state, long milliCpu) {
        await().atMost(SOON).ignoreException(NoSuchElementException.class).untilAsserted(() -> {
            assertThat(node.reservedMilliCpu()).as(operator.logTail()).isEqualTo(milliCpu);
            assertThat(node.lease().orElseThrow().state()).isEqualTo(state);
        });
    }

    /** What holds in every second of a long outage, through which the operator lives. */
    void throughoutAnOutage(ThrowingRunnable holds) {
        await().during(OUTAGE)
                .atMost(OUTAGE.plusSeconds(20))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    assertThat(operator.isAlive()).isTrue();
                    holds.run();
                });
    }

    /**
     * Watches the books from outside. The test's node publishes pods' share a moment after its origin.
     *
     * @param minimum MiB that the NodeManager always keeps
     */
    LedgerWatch watchLedger(long minimum) {
        LedgerOptions options = LedgerOptions.DEFAULT.minimum(1, minimum).relapse(Duration.ofSeconds(2));
        return keep(LedgerWatch.start(controlPlane.client(), resourceManager.rest(), options));
    }

    String clusterState() {
        return operator.get("status").at("/clusters/0/state").asText();
    }

    /** What has to hold at the end of every story. */
    void requireSound() {
        assertThat(operator.get("ledger").path("brokenChecks").asLong()).isZero();
        LOG.info("operator's resident memory: {} MiB", operator.residentMebibytes());
        assertThat(operator.residentMebibytes()).isLessThan(300);
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.error("a part of the scene did not end", e);
            }
        }
    }
}
