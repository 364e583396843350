package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
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
 * The agent as a process beside a kubelet and containerd on a stock kernel with control groups version 2: limits, suppression by both policies, an
 * eviction, and the tree after a kill and {@code --release}. Everything runs emulated, so no step has a time.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OnRealNodeV2IT {
    private static final Logger LOG = LoggerFactory.getLogger(OnRealNodeV2IT.class);
    private static final Duration LONG = Duration.ofMinutes(15);
    private static final String NODE = "vm-node";
    private static final String PODS = "/sys/fs/cgroup/kubepods";
    private static final String TIER = PODS + "/besteffort";
    private static final String WORK = "/run/agent";
    private static final int PORT = 9317;

    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private VmNode node;
    private Pod spinning;
    private String untouched;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        controlPlane =
                ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly().withControllerManager());
        client = controlPlane.client();
        ChartDefinitions.install(client);
        for (int priority : List.of(5000, 5500)) {
            client.resource(new PriorityClassBuilder()
                            .withNewMetadata()
                            .withName("batch-" + priority)
                            .endMetadata()
                            .withValue(priority)
                            .build())
                    .create();
        }
        node = VmNode.start(directory, controlPlane.kubeconfig(), NODE);
        BatchPods.offer(client, NODE);
        spinning = pod("spinning", 5500, "while :; do sleep 0.01; done");
        soon("the pod").until(() -> phase(spinning).equals("Running"));
        untouched = tree();
        LOG.info("the tree without the agent:\n{}", untouched);
        node.run("mkdir -p " + WORK);
    }

    @AfterAll
    void stop() throws Exception {
        if (node != null) {
            node.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(LONG).pollInterval(Duration.ofMillis(500));
    }

    private Pod pod(String name, int priority, String script) {
        return client.resource(new PodBuilder(BatchPods.of(NODE, name, "batch-" + priority, script))
                        .editSpec()
                        .withHostNetwork(true)
                        .endSpec()
                        .build())
                .create();
    }

    private String phase(Pod pod) {
        Pod now = client.resource(pod).get();
        return now == null ? "" : now.getStatus().getPhase();
    }

    /** Every file below the pods' groups that an administrator may write, with its content. */
    private String tree() throws IOException {
        return node.run(
                "cd " + PODS + " && find . -type f -perm -u=w \\( -name 'cpu.*' -o -name 'cpuset.*' -o -name 'memory.*'"
                        + " -o -name 'io.*' -o -name pids.max \\) ! -name '*.pressure' ! -name memory.reclaim ! -name '*.peak' | sort"
                        + " | while read -r file; do printf '%s [%s]\\n' \"$file\" \"$(cat \"$file\" | tr '\\n' ';')\"; done");
    }

    private List<String> agent(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--config=" + WORK + "/koordlet.yaml",
                "--kubeconfig=" + VmNode.KUBECONFIG,
                "--node-name=" + NODE,
                "--cgroup-root=/sys/fs/cgroup",
                "--admin-port=" + PORT));
        arguments.addAll(List.of(more));
        return Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(arguments)
                .line();
    }

    private static String quoted(List<String> line) {
        return line.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    private void startAgent() throws IOException {
        node.run("""
            cat >%1$s/koordlet.yaml <<YAML
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            kubernetes: {requestTimeoutSeconds: 120}
            featureGates: {BEMemoryEvict: true}
            YAML
            setsid %2$s >>%1$s/koordlet.log 2>&1 </dev/null &
            echo $! >%1$s/pid
            """.formatted(WORK, quoted(agent())));
        soon("a healthy agent").until(() -> get("/healthcheck || true").contains("\"healthy\":true"));
    }

    private String get(String path) throws IOException {
        return node.run("curl -s --max-time 60 http://127.0.0.1:" + PORT + path);
    }

    private String read(String file) throws IOException {
        return node.run("cat " + file).strip();
    }

    private void suppress(String section) {
        NodeSLO slo = Serialization.unmarshal("""
            apiVersion: slo.koordinator.sh/v1alpha1
            kind: NodeSLO
            metadata: {name: %s}
            spec: {resourceUsedThresholdWithBE: {%s}}
            """.formatted(NODE, section), NodeSLO.class);
        client.resource(slo).createOr(NonDeletingOperation::update);
    }

    private static String group(Pod pod) {
        return TIER + "/pod" + pod.getMetadata().getUid();
    }

    @Test
    @Order(1)
    void aPodGetsTheLimitsOfItsBatchResources() throws IOException {
        startAgent();

        soon("the limits").untilAsserted(() -> {
            assertThat(read(group(spinning) + "/cpu.max")).isEqualTo("50000 100000");
            assertThat(read(group(spinning) + "/memory.max")).isEqualTo(Long.toString(512L << 20));
        });
        assertThat(get("/state")).contains("\"mode\":\"enforcing\"");
    }

    @Test
    @Order(2)
    void theDefaultPolicyLimitsTheCpusOfTheTier() {
        suppress("enable: true, cpuSuppressThresholdPercent: 5");

        soon("two CPUs").untilAsserted(() -> {
            assertThat(cpus(read(TIER + "/cpuset.cpus.effective"))).isEqualTo(2);
            assertThat(cpus(node.run("cat " + group(spinning) + "/*/cpuset.cpus.effective | sort | tail -n 1")))
                    .isEqualTo(2);
        });
    }

    @Test
    @Order(3)
    void theOtherPolicyThrottlesTheTierAndGivesTheCpusBack() throws IOException {
        suppress("enable: true, cpuSuppressThresholdPercent: 5, cpuSuppressPolicy: cfsQuota");

        soon("a quota")
                .untilAsserted(() ->
                        assertThat(read(TIER + "/cpu.max")).endsWith(" 100000").doesNotStartWith("max"));
        long before = throttled();
        soon("throttled periods").until(() -> throttled() > before);
        soon("all CPUs").until(() -> cpus(read(TIER + "/cpuset.cpus.effective")) == 4);
    }

    private long throttled() throws IOException {
        return Long.parseLong(node.run("awk '$1 == \"nr_throttled\" {print $2}' " + TIER + "/cpu.stat")
                .strip());
    }

    private static int cpus(String list) {
        int sum = 0;
        for (String part : list.strip().split(",")) {
            String[] ends = part.split("-");
            sum += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return sum;
    }

    @Test
    @Order(4)
    void theLeastImportantPodIsEvictedWhenMemoryIsShort() throws IOException {
        // At the floor of the quota nothing would be held for minutes.
        suppress("enable: false");
        soon("no quota").until(() -> read(TIER + "/cpu.max").startsWith("max"));
        Pod low = pod("low", 5000, hold());
        Pod high = pod("high", 5500, hold());
        soon("memory that is held").until(() -> held(low) > 90 << 20 && held(high) > 90 << 20);
        long used = Long.parseLong(
                node.run("awk '/MemTotal/ {t=$2} /MemAvailable/ {a=$2} END {print int((t-a)*100/t)}' /proc/meminfo")
                        .strip());

        suppress(
                "enable: true, cpuSuppressThresholdPercent: 100, memoryEvictThresholdPercent: %d, memoryEvictLowerPercent: %d"
                        .formatted(used - 1, used - 2));

        soon("the eviction").until(() -> leaves(low));
        suppress(
                "enable: true, cpuSuppressThresholdPercent: 5, memoryEvictThresholdPercent: 99, memoryEvictLowerPercent: 98");
        assertThat(leaves(spinning)).isFalse();
        client.resource(low).withGracePeriod(0).delete();
        client.resource(high).withGracePeriod(0).delete();
        soon("their groups to go").until(() -> held(low) == 0 && held(high) == 0);
    }

    private static String hold() {
        return "dd if=/dev/zero bs=100M count=1 | sleep 3600";
    }

    private long held(Pod pod) throws IOException {
        return Long.parseLong(node.run("cat " + group(pod) + "/memory.current 2>/dev/null || echo 0")
                .strip());
    }

    private boolean leaves(Pod pod) {
        Pod now = client.resource(pod).get();
        return now == null
                || now.getMetadata().getDeletionTimestamp() != null
                || "Failed".equals(now.getStatus().getPhase());
    }

    @Test
    @Order(5)
    void afterAKillAndReleaseTheTreeIsAsItWas() throws IOException {
        soon("suppression").until(() -> cpus(read(TIER + "/cpuset.cpus.effective")) == 2);
        assertThat(tree()).isNotEqualTo(untouched);

        node.run("kill -9 $(cat " + WORK + "/pid)");
        LOG.info(
                "release: {}",
                node.run(quoted(agent("--release")) + " 2>&1 || { cat " + WORK + "/koordlet.log; false; }"));

        assertThat(comparable(tree())).isEqualTo(comparable(untouched));
    }

    /**
     * Without the group that the agent makes for NodeManagers to come. A group with processes takes no empty list of CPUs (ENOSPC): all CPUs stand for
     * the list that it inherited.
     */
    private static String comparable(String tree) {
        return tree.lines()
                .filter(line -> !line.startsWith("./besteffort/hadoop-yarn/"))
                .map(line -> line.replaceFirst("(/cpuset\\.cpus) \\[0-3;\\]$", "$1 [;]") + "\n")
                .collect(Collectors.joining());
    }
}
