package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionFactory;

/**
 * What the agent as a process does on a kernel with control groups version 2. A program, because such a kernel is often another one than the tests
 * run on. Writes one line for each check, and ends at the first that fails.
 */
public final class CgroupV2AgentChecks implements AutoCloseable {

    private static final String TIER = "kubepods/besteffort";
    private static final String ONLINE = "kubepods/burstable";

    private final Path root;
    private final Path results;
    private final Path work;
    private final List<String> command;
    private final FakeCluster cluster = new FakeCluster();
    private KoordletProcess agent;
    private String pod = "";

    private CgroupV2AgentChecks(Path root, Path results, Path work, List<String> command) {
        this.root = root;
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
        List<String> given = List.of(args);
        Path results = Path.of(args[1]);
        try (CgroupV2AgentChecks checks =
                new CgroupV2AgentChecks(Path.of(args[0]), results, Path.of(args[2]), given.subList(3, given.size()))) {
            checks.prepare();
            checks.check("the agent enforces and makes the tier of YARN", checks::start);
            checks.check("a pod is limited as soon as its group is born", checks::birth);
            checks.check("suppression throttles the tier while online work runs", checks::suppress);
            checks.check("the limit goes when the section is switched off", checks::sectionOff);
            checks.check("short memory evicts the best-effort pod", checks::evict);
            checks.check("after kill -9 a start with the features off gives back", checks::undo);
        } catch (AssertionError | RuntimeException | IOException e) {
            line(results, "FAIL " + e.toString().replace('\n', ' '));
        }
        line(results, "DONE");
        System.exit(0);
    }

    private static void line(Path results, String text) throws IOException {
        Files.writeString(results, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void check(String name, Check check) throws IOException {
        Instant start = Instant.now();
        check.run();
        line(
                results,
                "PASS " + name + " " + Duration.between(start, Instant.now()).toMillis() + " ms");
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(200));
    }

    /** As a kubelet leaves it. */
    private void prepare() throws IOException {
        for (String group : List.of("", "kubepods", TIER, ONLINE)) {
            Path directory = Files.createDirectories(root.resolve(group));
            Files.writeString(directory.resolve("cgroup.subtree_control"), "+cpuset +cpu +memory");
        }
        cluster.createNode(4, "2Gi");
        cluster.createNodeMetric(60, 60);
    }

    private void slo(String strategy) {
        NodeSLO slo = Serialization.unmarshal(
                "metadata: {name: %s}\nspec: {resourceUsedThresholdWithBE: {%s}}\n"
                        .formatted(FakeCluster.NODE, strategy),
                NodeSLO.class);
        if (cluster.client().resources(NodeSLO.class).withName(FakeCluster.NODE).get() == null) {
            cluster.client().resource(slo).create();
        } else {
            cluster.client().resource(slo).update();
        }
    }

    private void startAgent(String gates) throws IOException {
        Path config = Files.writeString(work.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {requestTimeoutSeconds: 120, kubelet: {directory: %1$s/kubelet}}
            """.formatted(work));
        List<String> flags = new ArrayList<>(List.of("--config", config.toString(), "--node-name", FakeCluster.NODE));
        flags.addAll(List.of("--api-server", cluster.url(), "--cgroup-root", root.toString()));
        flags.addAll(List.of("--feature-gates", gates));
        agent = KoordletProcess.start(work, command, flags);
    }

    private String text(String group, String file) throws IOException {
        return Files.readString(root.resolve(group).resolve(file)).strip();
    }

    private void start() throws IOException {
        startAgent("BEMemoryEvict=true");
        soon().until(() -> Files.exists(root.resolve(TIER + "/hadoop-yarn/memory.max")));
        assertThat(agent.state().path("mode").asText()).isEqualTo("enforcing");
        assertThat(agent.state().path("cgroup").path("version").asText()).isEqualTo("v2");
    }

    private void birth() throws IOException {
        Pod created = cluster.createPod("batch", "u", "BestEffort", "BE", "c1");
        pod = TIER + "/pod" + created.getMetadata().getUid();
        soon().until(() -> agent.state().path("cluster").path("pods").asInt() == 1);
        Files.createDirectory(root.resolve(pod));
        Files.writeString(root.resolve(pod).resolve("cgroup.subtree_control"), "+cpu +memory");
        Files.createDirectory(root.resolve(pod).resolve("c1"));
        for (String group : List.of(pod, pod + "/c1")) {
            soon().untilAsserted(() -> {
                assertThat(text(group, "cpu.max")).isEqualTo("50000 100000");
                assertThat(text(group, "memory.max")).isEqualTo(String.valueOf(256 << 20));
                assertThat(text(group, "cpu.weight")).isEqualTo("20");
            });
        }
    }

    private Process spin(String group) throws IOException {
        Path procs = root.resolve(group).resolve("cgroup.procs");
        return new ProcessBuilder("/bin/sh", "-c", "echo $$ > " + procs + " && exec dd if=/dev/zero of=/dev/null bs=1M")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private long throttledPeriods() throws IOException {
        return text(TIER, "cpu.stat")
                .lines()
                .filter(line -> line.startsWith("nr_throttled "))
                .mapToLong(line -> Long.parseLong(line.substring("nr_throttled ".length())))
                .sum();
    }

    private void suppress() throws IOException {
        Path online = Files.createDirectory(root.resolve(ONLINE + "/podonline"));
        slo("enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota");
        List<Process> busy = new ArrayList<>();
        // More than the threshold leaves for batch work, of four CPUs.
        for (int i = 0; i < 3; i++) {
            busy.add(spin(ONLINE + "/" + online.getFileName()));
        }
        busy.add(spin(pod + "/c1"));
        try {
            soon().until(() -> !text(TIER, "cpu.max").startsWith("max"));
            long before = throttledPeriods();
            soon().until(() -> throttledPeriods() > before + 5);
            soon().until(() ->
                    agent.state().path("suppress").path("reason").asText().length() > 0);
        } finally {
            busy.forEach(process -> process.destroyForcibly().onExit().join());
        }
    }

    private void sectionOff() {
        slo("enable: false");
        soon().until(() -> text(TIER, "cpu.max").startsWith("max"));
    }

    private void evict() throws IOException {
        Process memory = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "echo $$ > " + root.resolve(pod + "/c1/cgroup.procs")
                                + " && exec dd if=/dev/zero of=/dev/null bs=32M")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            slo(
                    "enable: true, cpuSuppressPolicy: cfsQuota, memoryEvictThresholdPercent: 5, memoryEvictLowerPercent: 3");
            soon().until(() -> agent.text("/metrics")
                    .lines()
                    .anyMatch(line -> line.startsWith("koord_koordlet_evictions_total")
                            && line.contains("BEMemoryEvict")
                            && line.contains("\"pod\"")));
        } finally {
            memory.destroyForcibly().onExit().join();
        }
    }

    private void undo() throws IOException {
        soon().until(() -> !text(TIER, "cpu.max").startsWith("max"));
        soon().until(() -> Files.exists(work.resolve("audit/taken.json")));
        agent.close();
        assertThat(text(TIER, "cpu.max")).as("a killed agent leaves its limit").doesNotStartWith("max");
        startAgent("BECPUSuppress=false,BatchResource=false");
        soon().until(() -> text(TIER, "cpu.max").startsWith("max"));
        soon().until(() -> text(pod, "cpu.max").startsWith("max")
                && text(pod, "memory.max").equals("max"));
        assertThat(agent.terminate()).isIn(0, 143);
    }

    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        cluster.close();
    }
}
