package io.koordbridge.lab.starvation;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.Parts;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A NodeManager in a best-effort pod, as the chart has it, whose containers spin on every CPU while the agent holds the tier at its floor.
 * The node offers several virtual cores for each core, as clusters do whose containers are small.
 */
public final class StarvedNode implements AutoCloseable {
    private static final String AGENT = "koordlet-agent";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int VCORES_PER_CORE = 8;
    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final int CONTAINERS = CPUS + 1;
    private static final int CONTAINER_MEGABYTES = 256;
    private static final int NODE_MEGABYTES = CONTAINER_MEGABYTES * (CONTAINERS + 4);
    /** Of all containers until they count as busy. */
    private static final Duration SPUN = Duration.ofSeconds(4);
    /** Spins with two threads. */
    private static final String SPIN = "while :; do :; done & while :; do :; done & wait";
    /** A node without a heartbeat for this long is LOST. */
    private static final Duration EXPIRY = Duration.ofSeconds(10);
    /** Beside it dozens of busy processes of the machine leave the tier its floor, which is all that it takes. */
    private static final int WEIGHT_OF_ALL = 65_536;
    /** The most that the agent leaves the tier without a NodeManager in it, and what it may leave it with one. */
    private static final long FLOOR_MICROS = 50_000;

    private final Parts parts = new Parts();
    private final Path directory;
    private final OwnHierarchies groups;
    private final StarvedObjects objects;
    private final ResourceManagerProcess resourceManager;
    private final NodeManagerProcess nodeManager;
    private final ChildProcess agent;
    private final String daemon;

    /**
     * Starts all of it and returns when the tier is at its floor.
     *
     * @param directory for files and logs, with a short path: a socket is in it
     */
    public StarvedNode(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        try {
            groups = parts.add(new OwnHierarchies(directory));
            Files.writeString(groups.root().resolve("cpu/cpu.shares"), Integer.toString(WEIGHT_OF_ALL));
            EmbeddedApiServer server = parts.add(new EmbeddedApiServer());
            KubernetesClient client = parts.add(server.newClient());
            objects = new StarvedObjects(client, VCORES_PER_CORE);
            objects.create(CPUS, NODE_MEGABYTES);
            agent = parts.add(startAgent(server.url()));
            HadoopRuntime runtime = HadoopRuntime.hadoop35(ProjectLayout.find());
            resourceManager =
                    parts.add(ResourceManagerProcess.start(ResourceManagerOptions.of(runtime, directory.resolve("rm"))
                            .recovery(false)
                            .property("yarn.nm.liveness-monitor.expiry-interval-ms", millis(EXPIRY))
                            // The master of an application of one container never registers.
                            .property("yarn.am.liveness-monitor.expiry-interval-ms", millis(Duration.ofHours(2)))));
            nodeManager = parts.add(startNodeManager(runtime));
            daemon = objects.createPod(nodeManager.nodeId());
            groups.make(daemon);
            groups.place(nodeManager.process().pid(), daemon);
            spin();
            fallToFloor();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Why there can be none on this machine, or empty. */
    public static Optional<String> missing() {
        return OwnHierarchies.missing();
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private ChildProcess startAgent(String apiServer) throws IOException {
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/s, pollSeconds: 1}
                tier: {driver: cgroupfs}
                kubernetes: {kubelet: {directory: %1$s/kubelet}}
                """.formatted(directory));
        ProjectLayout layout = ProjectLayout.find();
        return JavaCommand.of("koordlet", "io.koordbridge.koordlet.app.KoordletMain")
                .jvmArguments(layout.jvmOptions(AGENT))
                .classPath(layout.classPath(AGENT))
                .arguments(List.of(
                        "--config=" + config,
                        "--api-server=" + apiServer,
                        "--node-name=" + StarvedObjects.NODE,
                        "--cgroup-root=" + groups.root(),
                        "--admin-port=" + FreePorts.find(1).get(0)))
                .start(directory, directory.resolve("koordlet.log"));
    }

    private NodeManagerProcess startNodeManager(HadoopRuntime runtime) throws IOException {
        Path sockets = Files.createDirectories(directory.resolve("s"));
        PluginOptions plugin = PluginOptions.of(ProjectLayout.find().jar("copilot-nodemanager-plugin"), sockets)
                .cgroup(groups.root(), StarvedObjects.CONTAINERS);
        await("the tier").atMost(PATIENCE).until(() -> {
            agent.requireAlive();
            return Files.exists(cpu(StarvedObjects.CONTAINERS).resolve("cpu.shares"));
        });
        return NodeManagerProcess.start(
                resourceManager,
                NodeManagerOptions.of(runtime, directory.resolve("nm"))
                        .capacity(NODE_MEGABYTES, CPUS * VCORES_PER_CORE)
                        .plugin(plugin));
    }

    private Path cpu(String group) {
        return groups.root().resolve("cpu").resolve(group);
    }

    /** More busy threads than CPUs. */
    private void spin() {
        List<String> applications = new ArrayList<>();
        for (int number = 0; number < CONTAINERS; number++) {
            applications.add(resourceManager.rest().submit("spin-" + number, SPIN, CONTAINER_MEGABYTES, 1));
        }
        await("containers that spin").atMost(PATIENCE).until(() -> {
            nodeManager.process().requireAlive();
            return groups.cpu(StarvedObjects.CONTAINERS).compareTo(SPUN) > 0 && running() == applications.size();
        });
    }

    /** Containers whose processes have been started: each has a group. */
    private long running() throws IOException {
        try (Stream<Path> all = Files.list(cpu(StarvedObjects.CONTAINERS))) {
            return all.filter(Files::isDirectory).count();
        }
    }

    private void fallToFloor() {
        objects.suppress();
        await("the floor of the tier").atMost(PATIENCE).until(() -> {
            agent.requireAlive();
            long quota = quotaMicros();
            return quota > 0 && quota <= FLOOR_MICROS;
        });
    }

    /** What the tier may use each 100 ms. */
    public long quotaMicros() throws IOException {
        return number(StarvedObjects.TIER, "cpu.cfs_quota_us");
    }

    /** Weight of the pod with the daemon. */
    public long daemonShares() throws IOException {
        Path pod = Objects.requireNonNull(Path.of(daemon).getParent());
        return number(pod.toString(), "cpu.shares");
    }

    /** Weight of the group around all containers. */
    public long containerShares() throws IOException {
        return number(StarvedObjects.CONTAINERS, "cpu.shares");
    }

    private long number(String group, String file) throws IOException {
        return Long.parseLong(Files.readString(cpu(group).resolve(file)).strip());
    }

    /**
     * Looks at the daemon once a second. A time in which the machine had no CPU for others does not count, up to twice as long again.
     *
     * @param length of all looks that count
     */
    public DaemonReport watch(Duration length) throws IOException {
        DaemonWatch watch = new DaemonWatch(
                resourceManager.rest(),
                nodeManager.rest(),
                nodeManager.nodeId(),
                NODE_MEGABYTES,
                (long) CPUS * VCORES_PER_CORE);
        List<DaemonLook> looks = new ArrayList<>();
        long start = System.nanoTime();
        Duration daemonBefore = groups.cpu(daemon);
        Duration tierBefore = groups.cpu(StarvedObjects.TIER);
        Duration counted = Duration.ZERO;
        while (counted.compareTo(length) < 0 && since(start).compareTo(length.multipliedBy(3)) < 0) {
            long began = System.nanoTime();
            DaemonLook look = watch.look();
            looks.add(look);
            Duration rest = Duration.ofSeconds(1).minus(since(began));
            if (!rest.isNegative()) {
                DaemonWatch.pause(rest);
            }
            counted = look.fair() ? counted.plus(since(began)) : counted;
            agent.requireAlive();
            nodeManager.process().requireAlive();
        }
        double seconds = since(start).toMillis() / 1000.0;
        return DaemonReport.of(
                looks,
                groups.cpu(daemon).minus(daemonBefore).toMillis() / 1000.0 / seconds,
                groups.cpu(StarvedObjects.TIER).minus(tierBefore).toMillis() / 1000.0 / seconds);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Override
    public void close() {
        parts.close();
    }
}
