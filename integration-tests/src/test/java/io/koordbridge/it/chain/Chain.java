package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.it.manager.ManagerUnderTest;
import io.koordbridge.it.operator.OperatorUnderTest;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerInfo;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.ledger.LedgerOptions;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.machine.FileMachine;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** API server, koord-manager, koordlet, yarn-operator, ResourceManager and a NodeManager with our plugin; watched from outside. */
final class Chain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Chain.class);
    static final Duration SOON = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();

    static final String COLOCATION = """
            {"enable": true, "metricAggregateDurationSeconds": 5, "metricReportIntervalSeconds": 2,
             "cpuReclaimThresholdPercent": 90, "memoryReclaimThresholdPercent": 80,
             "resourceDiffThreshold": 0.05, "updateTimeThresholdSeconds": 30}
            """;

    private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();
    private final ProjectLayout layout = ProjectLayout.find();
    private final Path directory;
    private final PluginOptions plugin;
    private final ChainNode node;
    private final FileMachine machine;
    private final RealControlPlane controlPlane;
    private final ManagerCluster cluster;
    private final ManagerUnderTest manager;
    private final ResourceManagerProcess resourceManager;
    private final NodeManagerProcess nodeManager;
    private final LedgerWatch ledger;
    private final OperatorUnderTest operator;
    private ChildProcess koordlet;

    Chain(Path directory) throws IOException {
        this(directory, COLOCATION);
    }

    /**
     * Starts everything.
     *
     * @param colocation the colocation strategy, with short windows, so that a change of the load is seen soon
     */
    Chain(Path directory, String colocation) throws IOException {
        this.directory = directory;
        plugin = PluginOptions.of(
                        layout.jar("copilot-nodemanager-plugin"), Files.createDirectory(directory.resolve("plugin")))
                .applyLease();
        controlPlane = ControlPlaneGate.share();
        try {
            CompletableFuture<Yarn> yarn = CompletableFuture.supplyAsync(this::startYarn);
            cluster = new ManagerCluster(controlPlane);
            configure(colocation);
            node = new ChainNode(controlPlane);
            machine = keep(new FileMachine(directory.resolve("machine"), node.onlinePod(12_000), 1_000));
            koordlet = startKoordlet();
            manager = keep(ManagerUnderTest.start(ManagerOptions.of("manager", controlPlane.kubeconfig(), directory)
                    .yaml("leaderElection: {enabled: false}\n")));
            resourceManager = yarn.join().resourceManager();
            nodeManager = yarn.join().nodeManager();
            node.nodeManagerPod(nodeManager.nodeId());
            ledger = keep(LedgerWatch.start(controlPlane.client(), resourceManager.rest(), LedgerOptions.DEFAULT));
            operator = keep(startOperator(controlPlane));
        } catch (RuntimeException | IOException | Error e) {
            close();
            throw e;
        }
    }

    private record Yarn(ResourceManagerProcess resourceManager, NodeManagerProcess nodeManager) {}

    private <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    private Yarn startYarn() {
        HadoopRuntime runtime = HadoopRuntime.hadoop35(layout);
        ResourceManagerProcess rm =
                keep(ResourceManagerProcess.launch(ResourceManagerOptions.of(runtime, directory.resolve("rm"))));
        NodeManagerProcess nm = keep(NodeManagerProcess.start(
                rm,
                NodeManagerOptions.of(runtime, directory.resolve("nm"))
                        .capacity(32_768, 16)
                        .plugin(plugin)));
        return new Yarn(rm, nm);
    }

    private ChildProcess startKoordlet() throws IOException {
        Path config =
                Files.writeString(directory.resolve("koordlet.yaml"), """
                report: {minIntervalSeconds: 2, minAggregateSeconds: 5}
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %2$s, pollSeconds: 1}
                tier: {driver: cgroupfs}
                """.formatted(directory, plugin.directory()));
        ChildProcess agent =
                keep(Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                        .arguments(List.of(
                                "--config=" + config,
                                "--kubeconfig=" + controlPlane.kubeconfig(),
                                "--node-name=" + ChainNode.NAME,
                                "--cgroup-root=" + machine.cgroups(),
                                "--proc-root=" + machine.proc(),
                                "--sys-root=" + machine.sys(),
                                "--admin-port=0"))
                        .start(directory, directory.resolve("koordlet.log")));
        return agent;
    }

    private OperatorUnderTest startOperator(RealControlPlane controlPlane) {
        return OperatorUnderTest.start(
                directory,
                List.of("--kubeconfig", controlPlane.kubeconfig().toString()),
                resourceManager.clientConfiguration(),
                List.of(
                        "leaderElection.enabled=false",
                        "lease.hysteresis.anyGrowAfter=5s",
                        "lease.times.growInterval=2s",
                        "lease.times.lateCall=8s",
                        "lease.times.newLeaderHoldOff=0s"));
    }

    /** Strategies from now on. */
    void configure(String colocation) {
        cluster.configure(Map.of("colocation-config", colocation, "resource-threshold-config", """
                {"clusterStrategy": {"enable": true, "cpuSuppressPolicy": "cfsQuota", "cpuSuppressThresholdPercent": 90}}
                """));
    }

    /** SIGKILL. */
    void crashAgent() {
        koordlet.crash();
    }

    void restartAgent() throws IOException {
        koordlet = startKoordlet();
    }

    FileMachine machine() {
        return machine;
    }

    ChainNode node() {
        return node;
    }

    LedgerWatch ledger() {
        return ledger;
    }

    OperatorUnderTest operator() {
        return operator;
    }

    NodeManagerProcess nodeManager() {
        return nodeManager;
    }

    /** What the ResourceManager schedules on. */
    YarnNode capacity() {
        return resourceManager.rest().node(nodeManager.nodeId()).orElseThrow();
    }

    /** Until the lease is carried out and steady, and has as many vcores as wanted. */
    YarnNode awaitLease(String what, Predicate<Long> vcores) {
        long from = System.nanoTime();
        try {
            await(what)
                    .atMost(SOON)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreException(NoSuchElementException.class)
                    .until(() -> isSteady(vcores));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what + ": " + state(), e);
        }
        LOG.info(
                "{}: {} vcores after {} ms", what, capacity().capacityVcores(), (System.nanoTime() - from) / 1_000_000);
        return capacity();
    }

    /** Until the node offers nothing, and YARN has no more than a NodeManager always keeps. */
    YarnNode awaitClosed(String what) {
        await(what)
                .atMost(SOON)
                .ignoreException(NoSuchElementException.class)
                .until(() -> isCarriedOut("CLOSED", vcores -> vcores <= 1));
        return capacity();
    }

    private boolean isSteady(Predicate<Long> vcores) {
        return isCarriedOut("STEADY", vcores);
    }

    private boolean isCarriedOut(String state, Predicate<Long> vcores) {
        YarnLease lease = node.lease().orElseThrow();
        YarnResource amount = lease.lease();
        return amount != null
                && state.equals(lease.state())
                && vcores.test(amount.vcores())
                && capacity().capacityVcores() == amount.vcores();
    }

    /** What each part says, for a test that failed. */
    private String state() {
        return String.join(
                "\n",
                "lease " + node.lease(),
                "operator " + operator.api().read("nodes"),
                "manager " + manager.explain(ChainNode.NAME).body(),
                koordlet.logTail(40));
    }

    /** Until NodeManager and lease file say what the ResourceManager does. */
    void awaitEverywhere(YarnNode wanted) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .untilAsserted(() -> {
                    NodeManagerInfo told = nodeManager.rest().info();
                    assertThat(told.capacityVcores()).isEqualTo(wanted.capacityVcores());
                    assertThat(told.capacityMegabytes()).isEqualTo(wanted.capacityMegabytes());
                    assertThat(leaseFileVcores()).isEqualTo(wanted.capacityVcores());
                });
    }

    /** What the plugin registered its NodeManager with, and from where it had that. */
    JsonNode registered() {
        try {
            return new CopilotClient(plugin.socket()).get("/v2/node").path("lease");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long leaseFileVcores() {
        try {
            return JSON.readTree(plugin.leaseFile().toFile()).path("vcores").asLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.error("a part of the chain did not end", e);
            }
        }
    }
}
