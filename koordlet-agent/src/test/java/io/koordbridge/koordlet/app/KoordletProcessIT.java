package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class KoordletProcessIT {

    private static final Logger LOG = LoggerFactory.getLogger(KoordletProcessIT.class);
    private static final String TIER = "kubepods/besteffort";
    private static final long MAX_RSS_BYTES = 160L << 20;

    @TempDir
    private Path temp;

    private FakeCluster cluster;
    private SimulatedMachine machine;
    private KoordletProcess agent;
    private String onlineDir;

    @BeforeEach
    void prepare() throws IOException {
        cluster = new FakeCluster();
        cluster.createNode(SimulatedMachine.CPUS, "16Gi");
        cluster.createNodeMetric(60, 5);
        machine = new SimulatedMachine(temp.resolve("machine"));
        Pod online = cluster.createPod("online", "u", "Burstable", "LS", "c");
        onlineDir = "kubepods/burstable/pod" + online.getMetadata().getUid();
        machine.addGroup(onlineDir);
    }

    private void startAgent(String... more) throws IOException {
        startAgentWith("cgroupfs", more);
    }

    private void startAgentWith(String driver, String... more) throws IOException {
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
            report: {minIntervalSeconds: 2, minAggregateSeconds: 2, online: {windowSeconds: 4}}
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: %2$s}
            """.formatted(temp, driver));
        List<String> flags = new ArrayList<>(List.of("--config", config.toString(), "--node-name", FakeCluster.NODE));
        flags.addAll(List.of(
                "--api-server",
                cluster.url(),
                "--cgroup-root",
                machine.cgroups().toString()));
        flags.addAll(List.of("--proc-root", machine.proc().toString()));
        flags.addAll(List.of("--sys-root", machine.sys().toString()));
        flags.addAll(List.of(more));
        agent = KoordletProcess.start(temp, flags);
    }

    @AfterEach
    void end() {
        if (agent != null) {
            agent.close();
        }
        machine.close();
        cluster.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(100));
    }

    private long quota() throws IOException {
        String text = machine.read("cpu", TIER, "cpu.cfs_quota_us");
        return text.isEmpty() ? Long.MAX_VALUE : Long.parseLong(text);
    }

    @Test
    void aLoadIsAnsweredAndTheQuotaComesBackWhenItEnds() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent();
        // 65 % of 8 cores without a quarter of a core of the system.
        soon().until(() -> quota() >= 480_000);

        machine.use(onlineDir, 4);
        soon().until(() -> quota() <= 110_000);

        JsonNode change = agent.state().path("suppress").path("lastChange");
        LOG.info("load to write: {} ms", change.path("loadToWriteMillis"));
        assertThat(change.path("loadToWriteMillis").isNumber()).isTrue();
        assertThat(change.path("path").asText()).endsWith(TIER + "/cpu.cfs_quota_us");
        machine.use(onlineDir, 0);
        soon().until(() -> quota() >= 480_000);
    }

    @Test
    void whatAKilledAgentTookIsGivenBackWithTheFeatureOff() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent();
        soon().until(() -> quota() < Long.MAX_VALUE && quota() > 0);
        soon().until(() -> Files.exists(temp.resolve("audit/taken.json")));
        agent.close();

        startAgent("--observe-only");
        soon().until(() -> agent.state().path("taken").path("cpu-suppress").asLong() == 1);
        assertThat(quota()).isPositive();
        agent.close();

        startAgent("--feature-gates", "BECPUSuppress=false");
        soon().until(() -> quota() == -1);
        soon().untilAsserted(() -> assertThat(agent.state().path("taken")).isEmpty());
    }

    @Test
    void followsTheKubeletToAnotherDriver() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgentWith("auto");
        soon().until(() -> quota() > 0);
        String tier = "kubepods.slice/kubepods-besteffort.slice";
        String uid = onlineDir.substring("kubepods/burstable/pod".length()).replace('-', '_');

        machine.addGroup(tier);
        machine.addGroup("kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" + uid + ".slice");
        machine.removeGroup("cpu", onlineDir);

        soon().until(() -> Long.parseLong(machine.read("cpu", tier, "cpu.cfs_quota_us")) > 0);
        assertThat(agent.state().path("cgroup").path("driver").asText()).isEqualTo("systemd");
        assertThat(agent.log()).contains("the kubelet names its control groups otherwise before=CGROUPFS now=SYSTEMD");
        assertThat(machine.cgroups().resolve("cpu").resolve(tier).resolve("hadoop-yarn"))
                .isDirectory();
    }

    @Test
    void reportsPodsYarnAndAJumpLongBeforeTheTimer() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        machine.use(TIER + "/hadoop-yarn", 1.5);
        startAgent();
        soon().until(() -> cluster.nodeMetric().getStatus() != null);

        machine.use(onlineDir, 3);

        soon().untilAsserted(() -> {
            NodeMetricStatus status = cluster.nodeMetric().getStatus();
            assertThat(status.podsMetric()).singleElement().satisfies(pod -> {
                assertThat(pod.name()).isEqualTo("online");
                // A report on the way up may stay for a minute: steps up to 400 milli-CPU, 5 % of the node, are not
                // told.
                assertThat(milli(pod)).isBetween(2_550L, 3_300L);
            });
            assertThat(status.hostApplicationMetric())
                    .singleElement()
                    .extracting(HostApplicationMetricInfo::name)
                    .isEqualTo("hadoop-yarn");
            assertThat(Quantities.milli(status.nodeMetric().systemUsage().resources(), "cpu"))
                    .isBetween(100L, 500L);
        });
        assertThat(agent.state().path("lastReport").path("why").asText()).isNotEqualTo("timer");
        assertThat(namesAfter("# TYPE ")).isNotEmpty().isSubsetOf(namesAfter("# HELP "));
    }

    /** Half of what the tier uses is YARN's, so that a sum over pods only would be wrong. */
    @Test
    void saysWhatAllButTheTierUsesAlsoAfterARestart() throws IOException {
        cluster.client().resource(cluster.nodeMetric()).delete();
        cluster.createNodeMetric(2, 5);
        machine.use(onlineDir, 2);
        machine.use(TIER, 3);
        machine.use(TIER + "/hadoop-yarn", 1.5);
        startAgent();

        soon().until(() -> onlineUse().isPresent());
        soon().untilAsserted(() -> assertThat(onlineUse().orElseThrow().windows())
                .singleElement()
                .satisfies(window -> {
                    assertThat(window.length()).isEqualTo(Duration.ofSeconds(4));
                    assertThat(window.cpuMilli().p50()).isBetween(1_900L, 2_700L);
                    assertThat(window.memoryBytes().max()).isPositive();
                }));
        assertThat(agent.state()
                        .path("onlineUse")
                        .path("4s")
                        .path("cpuMilli")
                        .path("max")
                        .asLong())
                .isPositive();
        assertThat(agent.text("/metrics")).contains("koord_koordlet_online_use_writes_total{status=\"written\"}");
        Instant before = onlineUse().orElseThrow().at();
        agent.close();
        assertThat(onlineUse())
                .as("stays without an agent, until it is outdated")
                .isPresent();

        machine.use(onlineDir, 5);
        startAgent();
        soon().untilAsserted(() -> {
            assertThat(onlineUse().orElseThrow().at()).isAfter(before);
            assertThat(onlineUse().orElseThrow().windows().get(0).cpuMilli().p50())
                    .isBetween(4_700L, 5_700L);
        });
    }

    private Optional<OnlineUse> onlineUse() {
        return OnlineUseDocument.of(cluster.nodeMetric()).found();
    }

    private List<String> namesAfter(String mark) {
        return agent.text("/metrics")
                .lines()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).split(" ")[0])
                .toList();
    }

    private static long milli(PodMetricInfo pod) {
        return Quantities.milli(pod.podUsage().resources(), "cpu");
    }

    @Test
    void narrowsTheCpusetOfYarnAndGivesItBackAtTheEnd() throws IOException {
        machine.addGroup(TIER + "/hadoop-yarn/container_1");
        cluster.putNodeSlo(true, 65, "cpuset");
        startAgent();

        machine.use(onlineDir, 4.5);

        for (String dir : List.of(TIER, TIER + "/hadoop-yarn", TIER + "/hadoop-yarn/container_1")) {
            soon().untilAsserted(() ->
                    assertThat(machine.read("cpuset", dir, "cpuset.cpus")).isEqualTo("0-1"));
        }
        assertThat(agent.terminate()).isEqualTo(143);
        assertThat(machine.read("cpuset", TIER + "/hadoop-yarn/container_1", "cpuset.cpus"))
                .isEqualTo("0-7");
        assertThat(machine.read("cpuset", TIER, "cpuset.cpus")).isEqualTo("0-7");
    }

    @Test
    void aTerminatedAgentLeavesNoQuota() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent();
        soon().until(() -> quota() > 0);

        agent.terminate();

        assertThat(quota()).isEqualTo(-1);
    }

    @Test
    void goesOnSuppressingWhileTheApiServerIsAway() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent();
        soon().until(() -> quota() >= 480_000);

        cluster.close();
        machine.use(onlineDir, 4);

        soon().until(() -> quota() <= 110_000);
        assertThat(agent.json("/healthcheck").path("healthy").asBoolean()).isTrue();
    }

    @Test
    void badInputIsNamedOnceAndTheLastGoodStateStays() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent();
        soon().until(() -> quota() >= 480_000);

        cluster.putNodeSlo(true, 650, "cfsQuota");
        cluster.client()
                .nodes()
                .withName(FakeCluster.NODE)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"node.koordinator.sh/yarn-lease\":\"{no json\"}}}");

        soon().untilAsserted(() -> assertThat(agent.log())
                .contains("resourceUsedThresholdWithBE.cpuSuppressThresholdPercent = 650: want 0 to 100")
                .contains("Node/node-a: invalid node.koordinator.sh/yarn-lease: '{no json'"));
        assertThat(agent.state().path("suppress").path("thresholdPercent").asLong())
                .isEqualTo(65);
        soon().untilAsserted(() -> assertThat(
                        cluster.client().v1().events().inAnyNamespace().list().getItems())
                .extracting(event -> event.getReason())
                .contains("KoordletBadInput"));
        assertThat(agent.log().split("want 0 to 100", -1)).hasSize(2);
    }

    @Test
    void writesTheLeaseFileOfTheAnnotation() throws IOException {
        startAgent();
        cluster.client()
                .nodes()
                .withName(FakeCluster.NODE)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"node.koordinator.sh/yarn-lease\":"
                                + "\"{\\\"lease\\\":{\\\"vcores\\\":3,\\\"memoryMB\\\":2048},\\\"epoch\\\":4}\"}}}");

        Path file = temp.resolve("yarn/lease.json");
        soon().untilAsserted(
                        () -> assertThat(file).content().contains("\"vcores\":3", "\"memoryMB\":2048", "\"epoch\":4"));
    }

    @Test
    void observeOnlyMeasuresAndReportsButWritesNothing() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        startAgent("--observe-only");
        soon().until(() -> cluster.nodeMetric().getStatus() != null);

        JsonNode state = agent.state();

        assertThat(state.path("mode").asText()).isEqualTo("observe-only");
        assertThat(state.path("reasons").get(0).asText()).isEqualTo("observeOnly is set");
        assertThat(quota()).isEqualTo(-1);
        assertThat(state.path("counters").path("cgroupWrites").asLong()).isZero();
    }

    @Test
    void staysSmallWithManyContainers() throws IOException {
        cluster.putNodeSlo(true, 65, "cfsQuota");
        for (int i = 0; i < 150; i++) {
            Pod pod = cluster.createPod("batch-" + i, "u" + i, "BestEffort", "BE", "c" + i);
            String dir = TIER + "/pod" + pod.getMetadata().getUid();
            machine.addGroup(dir);
            machine.addGroup(dir + "/c" + i);
        }
        startAgent();
        soon().until(() -> agent.state().path("counters").path("series").asInt() > 600);

        soon().untilAsserted(() -> assertThat(
                        agent.state().path("lastReport").path("pods").asInt())
                .isEqualTo(151));
        assertThat(agent.state().path("rssBytes").asLong()).isBetween(1L, MAX_RSS_BYTES);
        assertThat(agent.text("/metrics")).contains("koord_koordlet_rss_bytes", "koord_koordlet_reports_total");
    }
}
