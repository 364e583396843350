package io.koordbridge.it.descheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of moves when the API server, the lease or the process is lost. */
@Tag("long")
class DeschedulerOutageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int PODS = 12;
    private static final int REPORT_AGE_SECONDS = 10;
    private static final String LEASE = "koord-descheduler";

    private static final String CONFIGURATION = """
            leaderElection: {enabled: true, leaseDuration: 6s, renewDeadline: 4s, retryPeriod: 1s}
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
                        defaultJobTTL: 40s
                        evictQPS: 50
                        evictBurst: 20
                        maxMigratingPerNode: 0
                        maxMigratingPerWorkload: 4
                        maxUnavailablePerWorkload: 6
                        objectLimiters: {workload: {duration: 0s}}
                        arbitrationArgs: {enabled: true, interval: 100ms, disperseByWorkload: true}
                    - name: LowNodeLoad
                      args:
                        lowThresholds: {cpu: 45, memory: 60}
                        highThresholds: {cpu: 50, memory: 80}
                        nodeMetricExpirationSeconds: %d
                        anomalyCondition: {timeout: 1m, consecutiveAbnormalities: 1, consecutiveNormalities: 1}
            """.formatted(REPORT_AGE_SECONDS);

    @TempDir
    private Path temp;

    private RealControlPlane controlPlane;
    private HotCluster cluster;

    @BeforeEach
    void createNodes() {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        cluster = new HotCluster(controlPlane);
        List.of("hot", "cool").forEach(cluster::createNode);
        ReplicaSet owner = cluster.createReplicaSet("web", PODS);
        for (int number = 0; number < PODS; number++) {
            cluster.createPod(owner, "web-" + number, "hot");
        }
    }

    @AfterEach
    void end() {
        controlPlane.close();
    }

    private DeschedulerProcess start() {
        return DeschedulerProcess.start(temp, controlPlane.kubeconfig(), CONFIGURATION);
    }

    private void report(long milliCpuOfPod) {
        Map<String, Long> usage = cluster.client().pods().inNamespace(HotCluster.NAMESPACE).list().getItems().stream()
                .collect(Collectors.toMap(pod -> pod.getMetadata().getName(), pod -> milliCpuOfPod));
        cluster.report("hot", usage, Instant.now());
        cluster.report("cool", Map.of(), Instant.now());
    }

    private long there() {
        return cluster.client()
                .pods()
                .inNamespace(HotCluster.NAMESPACE)
                .list()
                .getItems()
                .size();
    }

    @Test
    void actsOnNothingOldAfterAnOutageAndThenGoesOn() {
        report(100);
        try (DeschedulerProcess process = start()) {
            await().atMost(PATIENCE).until(() -> runs(process) >= 2);
            // The node gets hot, and the report is too old when the API server is back.
            report(1_200);
            controlPlane.stopApiServer();
            long stopped = System.nanoTime();
            await().atMost(PATIENCE)
                    .until(() -> System.nanoTime() - stopped
                            > Duration.ofSeconds(2L * REPORT_AGE_SECONDS).toNanos());
            controlPlane.startApiServer();
            Set<String> before = names();
            double runs = runs(process);
            await().atMost(PATIENCE).until(() -> runs(process) >= runs + 3);
            assertThat(names())
                    .as("jobs after the outage, by reports from before")
                    .isEqualTo(before);
            long pods = there();

            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                report(1_200);
                return there() < pods;
            });
            process.process().requireAlive();
        }
    }

    @Test
    void aSecondReplicaEndsTheJobsOfTheFirst() {
        report(1_200);
        DeschedulerProcess first = start();
        try (DeschedulerProcess second = start()) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
                report(1_200);
                return !cluster.jobs().isEmpty();
            });
            first.process().crash();
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                report(1_200);
                return cluster.jobs().stream().noneMatch(DeschedulerOutageIT::isOpen);
            });
            second.process().requireAlive();
            assertOneJobForEachPod();
        } finally {
            first.close();
        }
    }

    @Test
    void aReplicaWhoseLeaseIsTakenEvictsNothingMore() {
        report(1_200);
        try (DeschedulerProcess process = start()) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
                report(1_200);
                return there() < PODS;
            });
            takeLease();
            await().atMost(PATIENCE).until(() -> sum(process, "koord_leader") == 0);
            long left = there();
            double evictions = evictions(process);
            report(1_200);
            cluster.createJob("by-hand", "web-" + (PODS - 1), null, "5m");
            long began = System.nanoTime();
            await().atMost(PATIENCE)
                    .until(() ->
                            System.nanoTime() - began > Duration.ofSeconds(5).toNanos());
            assertThat(there()).isEqualTo(left);
            assertThat(evictions(process)).isEqualTo(evictions);
        }
    }

    /** Another holder, whose lease lasts. */
    private void takeLease() {
        Lease lease = cluster.client()
                .leases()
                .inNamespace("koordinator-system")
                .withName(LEASE)
                .get();
        cluster.client()
                .leases()
                .inNamespace("koordinator-system")
                .withName(LEASE)
                .delete();
        lease.setMetadata(new ObjectMetaBuilder()
                .withName(LEASE)
                .withNamespace("koordinator-system")
                .build());
        lease.getSpec().setHolderIdentity("another");
        lease.getSpec().setLeaseDurationSeconds(600);
        cluster.client().resource(lease).create();
    }

    private void assertOneJobForEachPod() {
        List<String> pods = cluster.jobs().stream()
                .filter(job -> "Succeeded".equals(job.getStatus().phase()))
                .map(job -> job.getSpec().podRef().getUid())
                .toList();
        assertThat(pods).doesNotHaveDuplicates().isNotEmpty();
    }

    private static boolean isOpen(PodMigrationJob job) {
        String phase = job.getStatus() == null || job.getStatus().phase() == null
                ? ""
                : job.getStatus().phase();
        return !Set.of("Succeeded", "Failed", "Aborted").contains(phase);
    }

    private Set<String> names() {
        return cluster.jobs().stream().map(job -> job.getMetadata().getName()).collect(Collectors.toSet());
    }

    private static double runs(DeschedulerProcess process) {
        return sum(process, "koord_descheduler_runs_total");
    }

    private static double evictions(DeschedulerProcess process) {
        return sum(process, "koord_descheduler_evictions_total");
    }

    private static double sum(DeschedulerProcess process, String name) {
        return process.metrics()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
