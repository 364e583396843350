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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * That everything the agent wrote is given back on a kernel with control groups version 2, however it ends: the whole tree before and after is
 * compared byte by byte. A program, because such a kernel is often another one than the tests run on. Writes one line for each check.
 */
public final class CgroupV2UndoChecks implements AutoCloseable {

    private static final String TIER = KubeletTree.TIER;
    private static final String PINNED_CPUS = "1";
    private static final String LIMIT = String.valueOf(256 << 20);
    private static final String CPUS = "cpuset.cpus";
    private static final String ERRORS = "koord_koordlet_cgroup_write_errors_total";

    private static final String BURST = "cpu.max.burst";

    private static final Logger LOG = LoggerFactory.getLogger(CgroupV2UndoChecks.class);

    private final Path results;
    private final Path work;
    private final List<String> command;
    private final KubeletTree tree;
    private final FakeCluster cluster = new FakeCluster();
    private KoordletProcess agent;
    private String batch = "";
    private String pinned = "";
    private String online = "";

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
     * @param args "all" or "shipped" (without the stages of a change), mount point of the hierarchy, file for the results, directory for files, and
     *     how the agent is started
     */
    public static void main(String[] args) throws IOException {
        Path results = Path.of(args[2]);
        Path work = Files.createDirectories(Path.of(args[3]));
        List<String> command = List.of(args).subList(4, args.length);
        try (CgroupV2UndoChecks checks =
                new CgroupV2UndoChecks(new KubeletTree(Path.of(args[1])), results, work, command)) {
            checks.prepare();
            checks.check("killed while it limits CPUs, with a pod born under it", checks::killedUnderCpuset);
            if (args[0].equals("all")) {
                checks.stages();
            }
            checks.check("killed with every feature on", checks::killedWithEveryFeature);
            checks.check("ended in order after both policies, a CPU having been offline", checks::ended);
        }
        line(results, "DONE");
        System.exit(0);
    }

    private void stages() throws IOException {
        check("killed while it limits by quota, and started with the features off", this::killedUnderQuota);
        tree.write(KubeletTree.PODS, CPUS, "1-3");
        check("killed between two policies, pods having a part of the CPUs", this::killedBetween);
        tree.write(KubeletTree.PODS, CPUS, "\n");
        check("killed at its first write", this::killedAtFirstWrite);
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
                    "PASS " + name + " "
                            + Duration.between(start, Instant.now()).toMillis() + " ms");
        } catch (AssertionError | RuntimeException | IOException e) {
            line(results, "FAIL " + name + ": " + e.toString().replace('\n', ' '));
            LOG.warn("{}: {}\n{}", name, tree.settings(), Files.readString(work.resolve("koordlet.log")), e);
            // So that the next check begins with what this one began with.
            if (agent != null) {
                agent.close();
            }
            release();
        }
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(Duration.ofMinutes(15)).pollInterval(Duration.ofMillis(100));
    }

    private void prepare() throws IOException {
        tree.parent(TIER + "/hadoop-yarn", "100");
        cluster.createNode(4, "2Gi");
        cluster.createNodeMetric(60, 60);
        batch = group(TIER, cluster.createPod("batch", "", "BestEffort", "BE", "c1"));
        tree.pod(batch, "c1");
        Pod bound = Serialization.unmarshal("""
                metadata:
                  name: pinned
                  namespace: default
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
        pinned = group(KubeletTree.PODS, cluster.client().resource(bound).create());
        tree.pod(pinned, "c3");
        prepareOnline();
    }

    /** A pod with a limit for each feature to work on. */
    private void prepareOnline() throws IOException {
        online = group(
                KubeletTree.ONLINE,
                cluster.client().resource(EveryFeature.onlinePod()).create());
        tree.pod(online, "c2");
        tree.write(online, "cpu.max", "100000 100000");
        tree.write(online + "/c2", "cpu.max", "100000 100000");
    }

    /** The API server gives the identity. */
    private static String group(String parent, Pod pod) {
        return parent + "/pod" + pod.getMetadata().getUid();
    }

    private void startAgent(String... more) throws IOException {
        List<String> flags = flags("--node-name", FakeCluster.NODE, "--api-server", cluster.url());
        flags.addAll(List.of(more));
        agent = KoordletProcess.start(work, command, flags);
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
        CpuSet wanted = CpuSet.parse(tree.read(group, CPUS));
        CpuSet effective = CpuSet.parse(tree.read(group, "cpuset.cpus.effective"));
        CpuSet most = CpuSet.parse(tree.read(KubeletTree.PODS, "cpuset.cpus.effective"));
        return !wanted.isEmpty() && wanted.equals(effective) && wanted.isSubsetOf(most) && wanted.size() < 4;
    }

    private boolean hasAllCpus(String group) {
        return tree.read(group, "cpuset.cpus.effective").equals(tree.read(KubeletTree.PODS, "cpuset.cpus.effective"));
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
        soon("CPUs of tier, pod and container")
                .until(() -> cpusLimited(TIER) && cpusLimited(batch) && cpusLimited(batch + "/c1"));
        soon("memory of pod and container").until(() -> memoryLimited(batch) && memoryLimited(batch + "/c1"));
        soon("CPUs of the LSR pod").until(() -> tree.read(pinned + "/c3", CPUS).equals(PINNED_CPUS));
        String born = group(TIER, cluster.createPod("born", "", "BestEffort", "BE", "c1"));
        soon("the pod to be known")
                .until(() -> agent.state().path("cluster").path("pods").asInt() == 4);
        tree.pod(born, "c1");
        soon("limits of the pod that was born").until(() -> memoryLimited(born) && cpusLimited(born));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
        killAndCompare(KubeletTree.twin(before, batch, born));
    }

    private void killedUnderQuota() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cfsQuota");
        startAgent();
        soon("the quota").until(this::quotaLimited);
        agent.close();
        assertThat(tree.settings()).as("a killed agent leaves its limits").isNotEqualTo(before);
        startAgent("--feature-gates", "BECPUSuppress=false,BatchResource=false,CPUSetAllocator=false");
        soon("the tree").untilAsserted(() -> assertThat(tree.settings()).isEqualTo(before));
        agent.close();
        assertThat(tree.settings()).isEqualTo(before);
    }

    /** Each gate that does anything, but the one by which suppression leaves CPUs to the scheduler; and settings for all. */
    private void killedWithEveryFeature() throws IOException {
        Map<String, String> before = tree.settings();
        Map<String, String> kernel = EveryFeature.kernel();
        cluster.putNodeSlo(EveryFeature.settings());
        startAgent("--feature-gates", EveryFeature.gates());
        soon("CPUs of the tier").until(() -> cpusLimited(TIER));
        soon("burst of container and pod")
                .until(() -> !tree.read(online, BURST).equals("0")
                        && !tree.read(online + "/c2", BURST).equals("0"));
        soon("protected memory")
                .until(() -> !tree.read(KubeletTree.ONLINE, "memory.min").equals("0")
                        && !tree.read(online + "/c2", "memory.low").equals("0"));
        soon("limits of the batch pod").until(() -> memoryLimited(batch + "/c1"));
        soon("a setting of the kernel").until(() -> !EveryFeature.kernel().equals(kernel));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
        killAndCompare(before);
        assertThat(EveryFeature.kernel()).isEqualTo(kernel);
    }

    private void killedBetween() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon("CPUs of the tier").until(() -> cpusLimited(TIER));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
        suppress("cfsQuota");
        soon("the change of policies").pollInterval(Duration.ofMillis(5)).until(this::quotaLimited);
        killAndCompare(before);
    }

    private void killedAtFirstWrite() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon("the first write")
                .pollInterval(Duration.ofMillis(5))
                .until(() -> memoryLimited(batch)
                        || quotaLimited()
                        || !tree.read(TIER, CPUS).isEmpty()
                        || !tree.read(batch, "cpu.max").startsWith("max"));
        killAndCompare(before);
    }

    private void ended() throws IOException {
        Map<String, String> before = tree.settings();
        suppress("cpuset");
        startAgent();
        soon("CPUs of tier and container").until(() -> cpusLimited(TIER) && cpusLimited(batch + "/c1"));
        cpuOffline();
        suppress("cfsQuota");
        soon("the quota").until(this::quotaLimited);
        soon("CPUs given back").until(() -> hasAllCpus(TIER) && hasAllCpus(batch + "/c1"));
        cluster.putNodeSlo(false, 65, "cfsQuota");
        soon("no quota").until(() -> !quotaLimited());
        assertThat(agent.terminate()).isIn(0, 143);
        assertThat(tree.settings()).isEqualTo(before);
    }

    private void cpuOffline() throws IOException {
        int cpu = CpuSet.parse(tree.read(TIER, CPUS)).cpus().last();
        Path online = Path.of("/sys/devices/system/cpu/cpu" + cpu + "/online");
        Files.writeString(online, "0");
        soon("other CPUs")
                .until(() -> cpusLimited(TIER)
                        && !CpuSet.parse(tree.read(TIER, CPUS)).contains(cpu));
        Files.writeString(online, "1");
        soon("CPUs that stay")
                .during(Duration.ofSeconds(5))
                .until(() -> cpusLimited(TIER) && cpusLimited(batch + "/c1"));
        assertThat(agent.text("/metrics").lines()).noneMatch(line -> line.startsWith(ERRORS));
    }

    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        cluster.close();
    }
}
