package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;

/**
 * That everything the agent wrote is given back on a kernel with control groups version 2, however it ends: the whole tree before and after is
 * compared byte by byte. A program, because such a kernel is often another one than the tests run on. Writes one line for each check.
 */
public final class CgroupV2UndoChecks implements AutoCloseable {

    private static final String TIER = KubeletTree.TIER;
    private static final String BATCH = TIER + "/podbatch";
    private static final String BORN = TIER + "/podborn";
    private static final String PINNED = KubeletTree.PODS + "/podpinned";
    private static final String PINNED_CPUS = "1";
    private static final String LIMIT = String.valueOf(256 << 20);
    private static final String ERRORS = "koord_koordlet_cgroup_write_errors_total";

    private final Path results;
    private final Path work;
    private final List<String> command;
    private final KubeletTree tree;
    private final FakeCluster cluster = new FakeCluster();
    private KoordletProcess agent;

    private CgroupV2UndoChecks(KubeletTree tree, Path results, Path work, List<String> command) {
        this.tree = tree;
        this.results = results;
        this.work = work;
        this.command = command;
    }

    private interface Check {
        void run() throws IOException;
    }

    /**
     * Runs all checks.
     *
     * @param args mount point of the hierarchy, file for the results, directory for files, and how the agent is started
     */
    public static void main(String[] args) throws IOException {
        Path results = Path.of(args[1]);
        Path work = Files.createDirectories(Path.of(args[2]));
        List<String> command = List.of(args).subList(3, args.length);
        try (CgroupV2UndoChecks checks =
                new CgroupV2UndoChecks(new KubeletTree(Path.of(args[0])), results, work, command)) {
            checks.prepare();
            checks.check("killed while it limits CPUs, with a pod born under it", checks::killedUnderCpuset);
            checks.check("killed while it limits by quota", checks::killedUnderQuota);
            checks.tree.write(KubeletTree.PODS, "cpuset.cpus", "0-1");
            checks.check("killed between two policies, pods having half of the CPUs", checks::killedBetween);
            checks.check("killed at its first write", checks::killedAtFirstWrite);
            checks.check("ended in order after both policies", checks::ended);
        }
        line(results, "DONE");
        System.exit(0);
    }

    private static void line(Path results, String text) throws IOException {
        Files.writeString(results, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void check(String name, Check check) throws IOException {
        Instant start = Instant.now();
        try {
            check.run();
            line(
                    results,
                    "PASS " + name + " " + Duration.between(start, Instant.now()).toMillis() + " ms");
        } catch (AssertionError | RuntimeException | IOException e) {
            line(results, "FAIL " + name + ": " + e.toString().replace('\n', ' '));
            System.out.println(e + "\n" + Files.readString(work.resolve("koordlet.log")));
            // So that the next check begins with what this one began with.
            if (agent != null) {
                agent.close();
            }
            release();
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100));
    }

    private void prepare() throws IOException {
        tree.parent(TIER + "/hadoop-yarn", "100");
        tree.pod(BATCH, "c1");
        tree.pod(PINNED, "c3");
        cluster.createNode(4, "2Gi");
        cluster.createNodeMetric(60, 60);
        cluster.createPod("batch", "batch", "BestEffort", "BE", "c1");
        Pod pinned = Serialization.unmarshal("""
                metadata:
                  name: pinned
                  namespace: default
                  uid: pinned
                  labels: {koordinator.sh/qosClass: LSR}
                  annotations: {scheduling.koordinator.sh/resource-status: '{"cpuset": "%s"}'}
                spec:
                  nodeName: %s
                  containers: [{name: main, resources: {requests: {cpu: 1}, limits: {cpu: 1}}}]
                status:
                  phase: Running
                  qosClass: Guaranteed
                  containerStatuses: [{name: main, containerID: "containerd://c3"}]
                """.formatted(PINNED_CPUS, FakeCluster.NODE), Pod.class);
        cluster.client().resource(pinned).create();
    }

    private void startAgent() throws IOException {
        agent = KoordletProcess.start(work, command, flags("--node-name", FakeCluster.NODE, "--api-server", cluster.url()));
    }

    private List<String> flags(String... more) throws IOException {
        Path config = Files.writeString(work.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {requestTimeoutSeconds: 120, kubelet: {directory: %1$s/kubelet}}
            """.formatted(work));
        List<String> flags = new ArrayList<>(List.of("--config", config.toString()));
        flags.addAll(List.of(more));
        return flags;
    }

    private void suppress(String policy) {
        cluster.putNodeSlo(true, 65, policy);
    }

    /** {@code --release} in a process of its own. */
    private void release() throws IOException {
        List<String> line = new ArrayList<>(command);
        line.addAll(flags("--release"));
        Path log = work.resolve("release.log");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.onExit().join().exitValue())
                .as(Files.readString(log))
                .isZero();
    }

    /** SIGKILL, then a release. */
    private void killAndCompare(Map<String, String> before) throws IOException {
        agent.close();
        assertThat(tree.settings()).as("a killed agent leaves its limits").isNotEqualTo(before);
        release();
        assertThat(tree.settings()).isEqualTo(before);
    }

    private boolean cpusLimited(String group) {
        CpuSet wanted = CpuSet.parse(tree.read(group, "cpuset.cpus"));
        CpuSet effective = CpuSet.parse(tree.read(group, "cpuset.cpus.effective"));
        CpuSet most = CpuSet.parse(tree.read(KubeletTree.PODS, "cpuset.cpus.effective"));
        return !wanted.isEmpty() && wanted.equals(effective) && wanted.isSubsetOf(most) && wanted.size() < 4;
    }

    private boolean quotaLimited() {
        return !tree.read(TIER, "cpu.max").startsWith("max");
    }

    private boolean memoryLimited(String group) {
        return tree.read(group, "memory.max").equals(LIMIT);
    }

    private void killedUnderCpuset() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon().until(() -> cpusLimited(TIER) && cpusLimited(BATCH) && cpusLimited(BATCH + "/c1"));
        soon().until(() -> memoryLimited(BATCH) && memoryLimited(BATCH + "/c1"));
        soon().until(() -> tree.read(PINNED + "/c3", "cpuset.cpus").equals(PINNED_CPUS));
        cluster.createPod("born", "born", "BestEffort", "BE", "c1");
        soon().until(() -> agent.state().path("cluster").path("pods").asInt() == 3);
        tree.pod(BORN, "c1");
        soon().until(() -> memoryLimited(BORN) && cpusLimited(BORN));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
        killAndCompare(KubeletTree.twin(before, BATCH, BORN));
    }

    private void killedUnderQuota() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cfsQuota");
        startAgent();
        soon().until(() -> quotaLimited() && memoryLimited(BATCH));
        killAndCompare(before);
    }

    private void killedBetween() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon().until(() -> cpusLimited(TIER));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
        String limited = tree.read(TIER, "cpuset.cpus");
        suppress("cfsQuota");
        soon().pollInterval(Duration.ofMillis(5))
                .until(() -> quotaLimited() || !tree.read(TIER, "cpuset.cpus").equals(limited));
        killAndCompare(before);
    }

    private void killedAtFirstWrite() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon().pollInterval(Duration.ofMillis(5)).until(() -> !tree.settings().equals(before));
        killAndCompare(before);
    }

    private void ended() throws IOException {
        Map<String, String> before = tree.settings();
        List<String> cpus = List.of("besteffort/cpuset.cpus", "podbatch/cpuset.cpus", "c1/cpuset.cpus");
        suppress("cpuset");
        startAgent();
        soon().until(() -> cpusLimited(TIER) && cpusLimited(BATCH + "/c1"));
        suppress("cfsQuota");
        soon().until(this::quotaLimited);
        soon().untilAsserted(() ->
                assertThat(KubeletTree.only(tree.settings(), cpus)).isEqualTo(KubeletTree.only(before, cpus)));
        cluster.putNodeSlo(false, 65, "cfsQuota");
        soon().until(() -> !quotaLimited());
        assertThat(agent.terminate()).isIn(0, 143);
        assertThat(tree.settings()).isEqualTo(before);
    }

    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        cluster.close();
    }
}
