package io.koordbridge.it.descheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One replica beside an API server that is real, with nodes and pods that are not. */
@Tag("long")
@Tag("versions-kubernetes")
class DeschedulerIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int PODS = 10;
    private static final long BUSY_MILLI_CPU = 1_400;

    private static final String CONFIGURATION = """
            descheduler:
              deschedulingInterval: 1s
              profiles:
                - name: koord-descheduler
                  plugins:
                    balance:
                      enabled: [{name: LowNodeLoad}]
                  pluginConfig:
                    - name: MigrationController
                      args:
                        defaultJobMode: EvictDirectly
                        evictQPS: 50
                        evictBurst: 20
                        evictAllBarePods: true
                        evictLocalStoragePods: true
                        arbitrationArgs: {enabled: true, interval: 100ms, disperseByWorkload: true}
                    - name: LowNodeLoad
                      args:
                        lowThresholds: {cpu: 45, memory: 60}
                        highThresholds: {cpu: 80, memory: 80}
                        nodeMetricExpirationSeconds: 60
                        anomalyCondition: {timeout: 1m, consecutiveAbnormalities: 1, consecutiveNormalities: 1}
            """;

    @TempDir
    private Path temp;

    private RealControlPlane controlPlane;
    private HotCluster cluster;
    private final Map<String, Long> usage = new TreeMap<>();

    @BeforeEach
    void createNodes() {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        cluster = new HotCluster(controlPlane);
        Stream.of("hot", "cool", "cold").forEach(cluster::createNode);
    }

    @AfterEach
    void end() {
        controlPlane.close();
    }

    private DeschedulerProcess start() {
        return DeschedulerProcess.start(temp, controlPlane.kubeconfig(), CONFIGURATION);
    }

    /** Ten pods of two workloads that use 14 of 16 cores. */
    private void fillHotNode() {
        List<ReplicaSet> owners = List.of(cluster.createReplicaSet("web", PODS), cluster.createReplicaSet("api", PODS));
        for (int number = 0; number < PODS; number++) {
            ReplicaSet owner = owners.get(number % owners.size());
            cluster.createPod(owner, owner.getMetadata().getName() + "-" + number, "hot");
            usage.put(owner.getMetadata().getName() + "-" + number, BUSY_MILLI_CPU);
        }
        // The rest of both workloads runs elsewhere.
        for (int number = 0; number < PODS; number++) {
            ReplicaSet owner = owners.get(number % owners.size());
            cluster.createPod(owner, owner.getMetadata().getName() + "-cool-" + number, "cool");
        }
    }

    private void report() {
        Map<String, Long> there = new TreeMap<>(usage);
        there.keySet().removeIf(pod -> cluster.pod(pod).isEmpty());
        cluster.report("hot", there, Instant.now());
        cluster.report("cool", Map.of(), Instant.now());
        cluster.report("cold", Map.of(), Instant.now());
    }

    @Test
    void evictsFromTheHotNodeButNeverANodeManager() {
        fillHotNode();
        Pod nodeManager = new PodBuilder()
                .withNewMetadata()
                .addToLabels("app.kubernetes.io/component", "node-manager")
                .addToAnnotations("descheduler.alpha.kubernetes.io/evict", "true")
                .addToAnnotations("node.koordinator.sh/yarn-drained", "2026-01-01T00:00:00Z")
                .endMetadata()
                .build();
        cluster.createPod(nodeManager, "nodemanager", "hot");
        usage.put("nodemanager", BUSY_MILLI_CPU);
        report();
        try (DeschedulerProcess process = start()) {
            await().atMost(PATIENCE).until(() -> {
                report();
                return cluster.jobs().stream()
                        .anyMatch(job ->
                                cluster.outcome(job.getMetadata().getName()).startsWith("Succeeded/"));
            });
            assertThat(cluster.pod("nodemanager")).isPresent();
            cluster.createJob("drain-by-hand", "nodemanager", null, "5m");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(cluster.outcome("drain-by-hand")).isEqualTo("Failed/ForbiddenMigratePod"));
            assertThat(cluster.pod("nodemanager")).isPresent();
            assertThat(events("Descheduled")).isNotEmpty();
            assertThat(process.metrics()).contains("koord_descheduler_evictions_total");
            assertThat(process.get("apis/v1/plan").toString()).contains("hot").contains("nodemanager");
        }
    }

    @Test
    void endsBadJobsWithAReasonAndGoesOn() {
        fillHotNode();
        cluster.createPod(
                new PodBuilder()
                        .withNewMetadata()
                        .addToAnnotations("kubernetes.io/config.source", "file")
                        .endMetadata()
                        .build(),
                "static",
                "hot");
        try (DeschedulerProcess process = start()) {
            cluster.createJob("no-pod", null, null, "5m");
            cluster.createJob("other-uid", "web-0", "00000000-0000-0000-0000-000000000000", "5m");
            cluster.createJob("missing", "absent", null, "5m");
            cluster.createJob("static", "static", null, "5m");
            cluster.createJob("bad-ttl", "web-2", null, "soon");
            cluster.createJob("good", "web-4", null, "5m");
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(cluster.outcome("no-pod")).isEqualTo("Failed/InvalidPodRef");
                assertThat(cluster.outcome("other-uid")).startsWith("Failed/");
                assertThat(cluster.outcome("missing")).isEqualTo("Failed/MissingPod");
                assertThat(cluster.outcome("static")).isEqualTo("Failed/ForbiddenMigratePod");
                assertThat(cluster.outcome("bad-ttl")).startsWith("Failed/");
                assertThat(cluster.outcome("good")).startsWith("Succeeded/");
            });
            assertThat(cluster.pod("web-0")).isPresent();
            assertThat(cluster.pod("web-2")).isPresent();
            assertThat(cluster.pod("web-4")).isEmpty();
            process.process().requireAlive();
        }
    }

    @Test
    void evictsNothingByReportsThatCannotBeUsed() {
        fillHotNode();
        // Of the future: it ages by the time of its arrival, and still counts. Without usage and too old: they do not.
        cluster.report("cool", Map.of(), Instant.now().minusSeconds(600));
        cluster.report("cold", new NodeMetricStatus(Instant.now(), null, null, null, null, null));
        cluster.report("hot", usage, Instant.now());
        try (DeschedulerProcess process = start()) {
            double runs = metric(process, "koord_descheduler_runs_total");
            await().atMost(PATIENCE).until(() -> metric(process, "koord_descheduler_runs_total") >= runs + 3);
            assertThat(cluster.jobs()).isEmpty();
            cluster.report(
                    "cold",
                    new NodeMetricStatus(
                            Instant.now(),
                            new NodeMetricInfo(HotCluster.usage("1"), null, HotCluster.usage("-5"), null, null),
                            null,
                            null,
                            null,
                            null));
            double later = metric(process, "koord_descheduler_runs_total");
            await().atMost(PATIENCE).until(() -> metric(process, "koord_descheduler_runs_total") >= later + 3);
            assertThat(cluster.jobs()).isEmpty();
        }
    }

    @Test
    void asksTheApiServerNothingWhileNothingHappens() {
        fillHotNode();
        usage.replaceAll((pod, milli) -> 100L);
        report();
        try (DeschedulerProcess process = start()) {
            await().atMost(PATIENCE).until(() -> metric(process, "koord_descheduler_runs_total") >= 2);
            double writes = requests(process, "POST") + requests(process, "DELETE");
            double reads = requests(process, "GET");
            double leases = requests(process, "PUT") + requests(process, "PATCH");
            double runs = metric(process, "koord_descheduler_runs_total");
            await().atMost(PATIENCE).until(() -> metric(process, "koord_descheduler_runs_total") >= runs + 8);
            assertThat(requests(process, "POST") + requests(process, "DELETE")).isEqualTo(writes);
            // The lease is renewed every two seconds, by one read and one write at most; a run is made every second.
            double passed = metric(process, "koord_descheduler_runs_total") - runs + 2;
            assertThat(requests(process, "PUT") + requests(process, "PATCH") - leases)
                    .isLessThanOrEqualTo(passed);
            assertThat(requests(process, "GET") - reads).isLessThanOrEqualTo(passed);
            assertThat(cluster.jobs()).isEmpty();
        }
    }

    private static double requests(DeschedulerProcess process, String method) {
        return metric(process, "rest_client_requests_total", "method=\"" + method + "\"");
    }

    private static double metric(DeschedulerProcess process, String name, String... labels) {
        return process.metrics()
                .lines()
                .filter(line -> line.startsWith(name))
                .filter(line -> Stream.of(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private List<String> events(String reason) {
        return cluster.client().v1().events().inNamespace(HotCluster.NAMESPACE).list().getItems().stream()
                .filter(event -> reason.equals(event.getReason()))
                .map(event -> event.getMessage())
                .toList();
    }
}
