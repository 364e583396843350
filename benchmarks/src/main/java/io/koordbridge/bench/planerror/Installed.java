package io.koordbridge.bench.planerror;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.manager.ManagerReplica;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.Parts;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The agent on the node, the manager beside it, and batch work in a pod that takes what the node shows. Closed, nothing of it is left. */
final class Installed implements AutoCloseable {

    private static final String AGENT = "koordlet-agent";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long FOLLOW_MILLIS = 250;
    private static final String TIER_QUOTA = "cpu/kubepods/besteffort/cpu.cfs_quota_us";

    private final Parts parts = new Parts();
    private final LabNode node;
    private final LoadedNode loaded;
    private final Path proc;
    private final Path directory;
    private final ChildProcess agent;

    /**
     * Starts all of it and returns when the node shows batch CPU and its tier is limited.
     *
     * @param proc what the agent takes for /proc
     * @param directory for files and logs, with a short path: a socket is in it
     */
    Installed(LabNode node, NodePods pods, LoadedNode loaded, Path proc, Path directory) throws IOException {
        this.node = node;
        this.proc = proc;
        this.loaded = loaded;
        this.directory = Files.createDirectories(directory);
        try {
            ChartDefinitions.install(node.client());
            pods.configure();
            parts.add(pods::forget);
            pods.createBatch();
            ManagerReplica manager =
                    parts.add(ManagerReplica.launch(ManagerOptions.of("manager", node.kubeconfig(), directory)));
            agent = parts.add(startAgent());
            node.place(agent.pid(), LabNode.OURS);
            manager.awaitHealthy();
            parts.add(() -> loaded.watch(List.of()));
            loaded.watch(List.of(manager.process(), agent));
            consume(pods.group(NodePods.BATCH));
            await("batch CPU and a limit of the tier").atMost(PATIENCE).until(() -> {
                agent.requireAlive();
                return loaded.offeredMilliCpu() > 0 && limited();
            });
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private boolean limited() throws IOException {
        return !Files.readString(node.groups().resolve(TIER_QUOTA)).strip().equals("-1");
    }

    private ChildProcess startAgent() throws IOException {
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
                report: {minIntervalSeconds: 2, minAggregateSeconds: 5}
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/s}
                tier: {driver: cgroupfs}
                kubernetes: {kubelet: {directory: %1$s/kubelet}}
                """.formatted(directory));
        Files.createDirectories(directory.resolve("s"));
        ProjectLayout layout = ProjectLayout.find();
        return JavaCommand.of("koordlet", "io.koordbridge.koordlet.app.KoordletMain")
                .jvmArguments(layout.jvmOptions(AGENT))
                .classPath(layout.classPath(AGENT))
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + node.kubeconfig(),
                        "--node-name=" + LabNode.NAME,
                        "--cgroup-root=" + node.groups(),
                        "--proc-root=" + proc,
                        "--admin-port=" + FreePorts.find(1).get(0)))
                .start(directory, directory.resolve("koordlet.log"));
    }

    private void consume(String group) throws IOException {
        Path offer = Files.writeString(directory.resolve("offer"), "0");
        ChildProcess consumer = parts.add(JavaCommand.of("batch", BatchConsumer.class.getName())
                .ownClassPath()
                .jvmArguments(List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .arguments(List.of(
                        offer.toString(), Integer.toString(Runtime.getRuntime().availableProcessors())))
                .start(directory, directory.resolve("batch.log")));
        node.place(consumer.pid(), group);
        ScheduledExecutorService follower = Executors.newSingleThreadScheduledExecutor();
        parts.add(follower::shutdownNow);
        var unused = follower.scheduleWithFixedDelay(() -> follow(offer), 0, FOLLOW_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void follow(Path offer) {
        try {
            LoadedNode.write(offer, Long.toString(loaded.offeredMilliCpu()));
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + offer, e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
