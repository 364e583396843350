package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent as a process beside a kubelet and containerd, on the control groups of their pods: limits from birth, suppression, eviction, and what
 * is left after kubelet and agent were killed. How much the node uses is pretended.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OnRealNodeIT {
    private static final Logger LOG = LoggerFactory.getLogger(OnRealNodeIT.class);
    /** How often the agent is killed. */
    private static final int KILLS = Integer.getInteger("koordbridge.kills", 4);

    /** The kubelet, restarted a moment ago, may still write values of its own, which the agent then puts right. */
    private static final int STARTS = 3;

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String NODE = "lab-node";
    private static final String BEST_EFFORT = "kubepods/besteffort";
    private static final List<String> HIERARCHIES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");
    private static final long HELD = 380L << 20;
    private static final String UNLIMITED = "-1";
    private static final Pattern SHARES_OF_CONTAINER = Pattern.compile("(cpu besteffort/pod[^/]+)/[^/]+/cpu\\.shares");

    private Path temp;

    private final HttpClient http = HttpClient.newHttpClient();
    private LabCommand lab;
    private KubernetesClient client;
    private Path groups;
    private PretendedUse use;
    private LabKubelet kubelet;
    private ChildProcess agent;
    private int port;
    private Pod spinning;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        temp = directory;
        lab = new LabCommand(Files.createDirectories(temp.resolve("lab")), Duration.ofMinutes(20));
        Outcome up = lab.onCluster("up", "--node");
        Prerequisite.require(up.exitCode() != 2, "a real node: " + up.output());
        assertThat(up.exitCode()).as(up.output()).isZero();
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(lab.cluster().resolve("kubeconfig"))))
                .build();
        String top = lab.state().at("/node/cgroupRoot").asText().substring(1);
        Prerequisite.require(
                Files.isDirectory(Path.of("/sys/fs/cgroup/memory", top)), "needs control groups version 1");
        groups = Files.createDirectory(temp.resolve("groups"));
        for (String hierarchy : HIERARCHIES) {
            Files.createSymbolicLink(groups.resolve(hierarchy), Path.of("/sys/fs/cgroup", hierarchy, top));
        }
        kubelet = new LabKubelet(lab.cluster(), temp.resolve("kubelet.log"));
        define();
        long memory =
                Quantities.value(client.nodes().withName(NODE).get().getStatus().getCapacity(), "memory");
        use = new PretendedUse(temp.resolve("proc"), memory);
        startAgent();
    }

    private void define() throws IOException {
        ChartDefinitions.install(client);
        BatchPods.offer(client, NODE);
        for (int priority : List.of(5000, 5500)) {
            client.resource(new PriorityClassBuilder()
                            .withNewMetadata()
                            .withName("batch-" + priority)
                            .endMetadata()
                            .withValue(priority)
                            .build())
                    .create();
        }
    }

    private void startAgent() throws IOException {
        port = FreePorts.find(1).get(0);
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {kubelet: {directory: %1$s/kubelet}}
            featureGates: {BEMemoryEvict: true}
            """.formatted(temp));
        agent = Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + lab.cluster().resolve("kubeconfig"),
                        "--node-name=" + NODE,
                        "--cgroup-root=" + groups,
                        "--proc-root=" + use.directory(),
                        "--admin-port=" + port))
                .start(temp, temp.resolve("koordlet.log"));
    }

    private void awaitMeasuring() {
        await("a healthy agent")
                .atMost(LONG)
                .ignoreExceptions()
                .until(() -> get("/healthcheck").statusCode() == 200);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        agent.requireAlive();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LONG)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Files of control groups that the process wrote. */
    private long writes() throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("koord_koordlet_cgroup_writes "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    void stop() throws Exception {
        if (agent != null) {
            agent.close();
        }
        if (use != null) {
            use.close();
        }
        if (client != null) {
            client.pods().inNamespace("default").withGracePeriod(0).delete();
            client.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
        if (lab != null) {
            Outcome down = lab.onCluster("down");
            assertThat(down.exitCode()).as(down.output()).isZero();
        }
    }

    private Pod pod(String name, int priority, String script) {
        return client.resource(BatchPods.of(NODE, name, "batch-" + priority, script))
                .create();
    }

    private static String group(Pod pod) {
        return BEST_EFFORT + "/pod" + pod.getMetadata().getUid();
    }

    private String read(String hierarchy, String group, String file) throws IOException {
        return Files.readString(groups.resolve(hierarchy).resolve(group).resolve(file))
                .strip();
    }

    private boolean has(String hierarchy, String group, String file, String value) throws IOException {
        Path path = groups.resolve(hierarchy).resolve(group).resolve(file);
        return Files.exists(path) && Files.readString(path).strip().equals(value);
    }

    private void suppress(String section) {
        NodeSLO slo = Serialization.unmarshal("""
            apiVersion: slo.koordinator.sh/v1alpha1
            kind: NodeSLO
            metadata: {name: %s}
            spec: {resourceUsedThresholdWithBE: {%s, memoryEvictThresholdPercent: 70, memoryEvictLowerPercent: 69}}
            """.formatted(NODE, section), NodeSLO.class);
        client.resource(slo).createOr(NonDeletingOperation::update);
    }

    private void spin() {
        if (spinning == null) {
            spinning = pod("spinning", 5500, "while :; do :; done");
        }
    }

    @Test
    @Order(1)
    void limitsAreOnBeforeAContainerHasUsedMuch() throws Exception {
        awaitMeasuring();
        spin();

        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> has("cpu", group(spinning), "cpu.cfs_quota_us", "50000")
                        && has("memory", group(spinning), "memory.limit_in_bytes", Long.toString(512L << 20)));

        // It spins: what it used without limits is at most the time since its birth, and less where the machine is slow
        // for all.
        Duration used = Duration.ofNanos(Long.parseLong(read("cpuacct", group(spinning), "cpuacct.usage")));
        LOG.info("used by the container when its limits were seen: {} ms", used.toMillis());
        assertThat(used).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    @Order(2)
    void bestEffortWorkIsThrottledAndReleasedByBothPolicies() throws Exception {
        spin();
        suppress("enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota");
        // More than the threshold even after the spinning pod's half core is taken off.
        use.cores(1.9);
        await().atMost(LONG)
                .until(() -> Long.parseLong(read("cpu", BEST_EFFORT, "cpu.cfs_quota_us")) <= 20_000
                        && Long.parseLong(read("cpu", BEST_EFFORT, "cpu.cfs_quota_us")) > 0);
        long before = throttled();
        await("throttling by the kernel").atMost(LONG).until(() -> throttled() > before + 5);

        use.cores(0);
        await("growth")
                .atMost(LONG)
                .until(() -> Long.parseLong(read("cpu", BEST_EFFORT, "cpu.cfs_quota_us")) > 100_000);

        suppress("enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cpuset");
        await("the other policy").atMost(LONG).until(() -> has("cpu", BEST_EFFORT, "cpu.cfs_quota_us", UNLIMITED));
        await("CPUs for the container")
                .atMost(LONG)
                .until(() -> !read("cpuset", group(spinning), "cpuset.cpus").isEmpty());

        suppress("enable: false");
        await("release")
                .atMost(LONG)
                .until(() -> has("cpuset", BEST_EFFORT, "cpuset.cpus", read("cpuset", "", "cpuset.cpus")));
        assertThat(read("cpu", BEST_EFFORT, "cpu.cfs_quota_us")).isEqualTo(UNLIMITED);
    }

    private long throttled() throws IOException {
        return read("cpu", BEST_EFFORT, "cpu.stat")
                .lines()
                .filter(line -> line.startsWith("nr_throttled "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    @Test
    @Order(3)
    void theLeastImportantPodIsEvictedWhenMemoryIsShort() {
        spin();
        suppress("enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota");
        Pod low = pod("low", 5000, hold());
        Pod high = pod("high", 5500, hold());
        // Long enough for the agent to have a fresh sample of both.
        await("memory that is held")
                .during(Duration.ofSeconds(3))
                .atMost(LONG)
                .until(() -> held(low) > HELD && held(high) > HELD);

        // 1.2 % of the node has to go: less than the 400 MiB of one pod on a node of up to 32 GiB.
        use.memoryPercent(70.2);

        await("the eviction").atMost(LONG).pollInterval(Duration.ofMillis(5)).until(() -> leaves(low));
        use.memoryPercent(40);
        await("the kubelet to end it")
                .atMost(LONG)
                .until(() -> !Files.exists(groups.resolve("cpu").resolve(group(low))));
        assertThat(leaves(high)).isFalse();
        assertThat(leaves(spinning)).isFalse();
    }

    private static String hold() {
        // dd fills a buffer of that size and waits for a reader that reads nothing.
        return "dd if=/dev/zero bs=400M count=1 | sleep 3600";
    }

    private long held(Pod pod) throws IOException {
        Path file = groups.resolve("memory").resolve(group(pod)).resolve("memory.usage_in_bytes");
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    private boolean leaves(Pod pod) {
        Pod now = client.resource(pod).get();
        return now == null
                || now.getMetadata().getDeletionTimestamp() != null
                || "Failed".equals(now.getStatus().getPhase());
    }

    @Test
    @Order(4)
    void aKilledAgentAndAKilledKubeletLeaveTheTreeAsItWas() throws Exception {
        suppress("enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota");
        use.cores(0);
        await("the highest quota")
                .atMost(LONG)
                .until(() -> read("cpu", BEST_EFFORT, "cpu.cfs_quota_us").equals(quietQuota()));
        // The kubelet writes a pod's shares anew when it handles the pod; the agent's next recheck puts them right.
        await("shares of the pods")
                .atMost(LONG)
                .until(() -> podsHaveTheSharesOfTheirContainers(PodLimits.read(groups, HIERARCHIES)));
        Map<String, String> undisturbed = PodLimits.read(groups, HIERARCHIES);
        for (int kill = 0; kill < KILLS; kill++) {
            long life = ThreadLocalRandom.current().nextLong(8_000);
            await().pollDelay(Duration.ofMillis(life)).atMost(LONG).until(() -> true);
            agent.crash();
            if (kill == KILLS / 2) {
                kubelet.restart();
            }
            startAgent();
        }
        awaitMeasuring();
        await("the tree as it was")
                .atMost(LONG)
                .untilAsserted(
                        () -> assertThat(PodLimits.read(groups, HIERARCHIES)).isEqualTo(undisturbed));

        boolean atRest = false;
        for (int start = 0; start < STARTS && !atRest; start++) {
            atRest = startsWithoutAWrite();
        }
        assertThat(atRest).as("an agent that found nothing to write").isTrue();
        assertThat(PodLimits.read(groups, HIERARCHIES)).isEqualTo(undisturbed);
    }

    private static boolean podsHaveTheSharesOfTheirContainers(Map<String, String> tree) {
        return tree.entrySet().stream().allMatch(each -> {
            Matcher container = SHARES_OF_CONTAINER.matcher(each.getKey());
            return !container.matches()
                    || Long.parseLong(tree.get(container.group(1) + "/cpu.shares")) >= Long.parseLong(each.getValue());
        });
    }

    private boolean startsWithoutAWrite() throws Exception {
        agent.crash();
        startAgent();
        awaitMeasuring();
        await().pollDelay(Duration.ofSeconds(5)).atMost(LONG).until(() -> true);
        return writes() == 0;
    }

    private String quietQuota() {
        long cores =
                Quantities.milli(client.nodes().withName(NODE).get().getStatus().getCapacity(), "cpu");
        return Long.toString(cores * 65 / 100 * 100);
    }
}
