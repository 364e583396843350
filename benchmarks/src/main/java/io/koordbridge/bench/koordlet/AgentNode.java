package io.koordbridge.bench.koordlet;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessCpu;
import io.koordbridge.lab.process.ProcessMemory;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The agent as a process with its shipped options, on groups of the kernel with a process in each container, and a real API server. What the
 * node uses is pretended.
 */
final class AgentNode implements AutoCloseable {

    static final double QUIET_CORES = 0.5;
    static final int QUIET_MEMORY = 40;
    static final int THRESHOLD_PERCENT = 65;
    private static final String MODULE = "koordlet-agent";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WRITES = "koord_koordlet_cgroup_writes";

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.find(1).get(0);
    private final Cluster cluster;
    private final String name;
    private final Path directory;
    private final OwnHierarchies groups;
    private final PretendedLoad load;
    private final ChildProcess process;
    private int pods;

    /**
     * Starts it.
     *
     * @param parent directory for its files
     * @param containers how many run from the start on
     * @param allGates whether every gate is on
     */
    AgentNode(Cluster cluster, Path parent, int containers, boolean allGates) throws IOException {
        this.cluster = cluster;
        this.directory = Files.createTempDirectory(Files.createDirectories(parent), "agent");
        this.name = directory.getFileName().toString().toLowerCase(java.util.Locale.ROOT);
        this.groups = new OwnHierarchies(directory);
        this.load = new PretendedLoad(directory.resolve("proc"), QUIET_CORES, QUIET_MEMORY);
        groups.make("kubepods/besteffort");
        groups.make("kubepods/burstable");
        objects();
        for (int pod = 0; pod < containers / BenchPods.CONTAINERS; pod++) {
            addPod();
        }
        this.process = start(allGates);
        await("the agent to limit every container").atMost(PATIENCE).until(() -> {
            process.requireAlive();
            return limited() == pods;
        });
    }

    private void objects() {
        cluster.controlPlane()
                .createNode(
                        name, Map.of("cpu", Integer.toString(PretendedLoad.CORES), "memory", "16Gi", "pods", "400"));
        cluster.load("""
                apiVersion: slo.koordinator.sh/v1alpha1
                kind: NodeSLO
                metadata: {name: %1$s}
                spec:
                  resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: %2$d, cpuSuppressPolicy: cfsQuota,
                    memoryEvictThresholdPercent: 70, memoryEvictLowerPercent: 68}
                ---
                apiVersion: slo.koordinator.sh/v1alpha1
                kind: NodeMetric
                metadata: {name: %1$s}
                spec: {metricCollectPolicy: {aggregateDurationSeconds: 300, reportIntervalSeconds: 60}}
                """.formatted(name, THRESHOLD_PERCENT));
    }

    private ChildProcess start(boolean allGates) throws IOException {
        String gates = allGates
                ? Arrays.stream(Gate.values())
                        .map(gate -> gate.wireName() + ": true")
                        .collect(Collectors.joining(", "))
                : "BEMemoryEvict: true";
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/yarn}
                tier: {driver: cgroupfs}
                kubernetes: {kubelet: {directory: %1$s/kubelet}}
                featureGates: {%2$s}
                """.formatted(directory, gates));
        Files.createDirectories(directory.resolve("yarn"));
        ProjectLayout layout = ProjectLayout.find();
        List<String> jvm = new ArrayList<>(layout.jvmOptions(MODULE));
        jvm.add("-Xlog:gc:file=" + directory.resolve("gc.log"));
        return JavaCommand.of("koordlet", "io.koordbridge.koordlet.app.KoordletMain")
                .jvmArguments(jvm)
                .classPath(layout.classPath(MODULE))
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + cluster.controlPlane().kubeconfig(),
                        "--node-name=" + name,
                        "--cgroup-root=" + groups.root(),
                        "--proc-root=" + load.directory(),
                        "--admin-port=" + port))
                .start(directory, directory.resolve("koordlet.log"));
    }

    PretendedLoad load() {
        return load;
    }

    OwnHierarchies groups() {
        return groups;
    }

    long pid() {
        return process.pid();
    }

    /** A pod that a kubelet just started: groups first, then the API server hears of the containers. */
    Pod addPod() throws IOException {
        Pod pod = cluster.client().resource(BenchPods.bound(pods, name)).create();
        for (String group : BenchPods.groups(pod)) {
            groups.make(group);
        }
        for (String container : BenchPods.groups(pod).subList(1, 1 + BenchPods.CONTAINERS)) {
            groups.run(container, "exec sleep 100000");
        }
        pods++;
        return cluster.client().resource(BenchPods.running(pod)).updateStatus();
    }

    /** With its processes. */
    void removePod(Pod pod) {
        cluster.client().resource(pod).withGracePeriod(0).delete();
        groups.end(BenchPods.groups(pod).get(0));
    }

    /** How many pods have the quota of their requests. */
    private long limited() throws IOException {
        long found = 0;
        for (int number = 0; number < pods; number++) {
            String group = BenchPods.groups(cluster.client()
                            .pods()
                            .inNamespace(BenchPods.NAMESPACE)
                            .withName("pod-" + number)
                            .get())
                    .get(0);
            Path shares = groups.root().resolve("cpu").resolve(group).resolve("cpu.shares");
            found += Files.readString(shares).strip().equals("204") ? 1 : 0;
        }
        return found;
    }

    /** Microseconds each 100 ms for everything best-effort, -1 without a limit. */
    long quota() throws IOException {
        return Long.parseLong(Files.readString(groups.root().resolve("cpu/kubepods/besteffort/cpu.cfs_quota_us"))
                .strip());
    }

    /** Files of control groups written since the start. */
    long writes() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .timeout(Duration.ofSeconds(30))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(WRITES + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(WRITES.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    Duration cpu() {
        return ProcessCpu.used(process.pid()).orElseThrow();
    }

    long residentMebibytes() {
        return ProcessMemory.residentBytes(process.pid()).orElseThrow() >> 20;
    }

    long threads() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    long collections() throws IOException {
        return Files.readAllLines(directory.resolve("gc.log")).stream()
                .filter(line -> line.contains("Pause"))
                .count();
    }

    @Override
    public void close() {
        process.close();
        load.close();
        cluster.client()
                .pods()
                .inNamespace(BenchPods.NAMESPACE)
                .withGracePeriod(0)
                .delete();
        await("the pods to be gone")
                .atMost(PATIENCE)
                .until(() -> cluster.client()
                        .pods()
                        .inNamespace(BenchPods.NAMESPACE)
                        .list()
                        .getItems()
                        .isEmpty());
        groups.close();
        cluster.client().nodes().withName(name).delete();
    }
}
