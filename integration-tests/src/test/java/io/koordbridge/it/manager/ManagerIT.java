package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Status, annotation, webhook, configuration and leadership on a real API server. */
@TestMethodOrder(OrderAnnotation.class)
@Tag("versions-kubernetes")
class ManagerIT {
    private static final Logger LOG = LoggerFactory.getLogger(ManagerIT.class);
    private static final Duration LATER = Duration.ofSeconds(60);
    private static final String METADATA_WRITES = "koord_api_patch_seconds_count{part=\"metadata\"}";
    private static final String MISSED = "missed";
    private static final String OPTED_OUT = "opted-out";
    /** After what needs no time of its own, so that what others wait for is there already. */
    private static final int LATE = Order.DEFAULT + 1;

    private static final long RSS_LIMIT_MIB = 300;
    private static final List<Integer> PORTS = FreePorts.find(3);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerCluster cluster;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        cluster = new ManagerCluster(controlPlane);
        client = controlPlane.client();
        controlPlane.createNamespace("team");
        cluster.configure("{\"enable\": true}");
        cluster.load("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: koord-batch}
                value: 5000
                """);
        cluster.load("""
                apiVersion: config.koordinator.sh/v1alpha1
                kind: ClusterColocationProfile
                metadata: {name: batch}
                spec:
                  selector: {matchLabels: {job: batch}}
                  qosClass: BE
                  priorityClassName: koord-batch
                  schedulerName: koord-scheduler
                """);
        manager = replica("koord-manager-a", PORTS);
        // The webhook is not registered yet: these pods are created past it.
        client.resource(ManagerCluster.pod("team", MISSED)).create();
        client.resource(new PodBuilder(ManagerCluster.pod("team", OPTED_OUT))
                        .editMetadata()
                        .addToLabels("koordbridge.io/skip-colocation", "true")
                        .endMetadata()
                        .build())
                .create();
        cluster.load("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: koordinator-mutating-webhook-configuration}
                webhooks:
                - name: mpod-create.koordinator.sh
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  clientConfig: {url: "%s"}
                  rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                """.formatted(manager.webhookUrl()));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            LOG.info("end of the manager's log:\n{}", manager.process().logTail(15));
            manager.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void persistsStatusAndAnnotationInOneRequest() {
        String node = cluster.newNode("status");
        cluster.report(node, 1_000);
        awaitCounted(node, 8_600);
        long writesBefore = statusWrites();
        // The first pass over a node writes its ratios once.
        double marksBefore = manager.metric(METADATA_WRITES);

        int reports = 20;
        for (int i = 1; i <= reports; i++) {
            int expected = 8_600 - i * 100;
            cluster.report(node, 1_000 + i * 100);
            await().pollInterval(Duration.ofMillis(2)).until(() -> cluster.batchMilliCpu(node) == expected);
            assertThat(cluster.originMilliCpu(node)).isEqualTo(expected);
        }

        awaitCounted(node, 8_600 - reports * 100);
        assertThat(statusWrites() - writesBefore).isEqualTo(reports);
        assertThat(manager.metric(METADATA_WRITES)).isEqualTo(marksBefore);
        double median = manager.metric("koord_manager_report_to_status_seconds{quantile=\"0.5\"}");
        double worst = manager.metric("koord_manager_report_to_status_seconds{quantile=\"0.99\"}");
        LOG.info("report to status: p50={} s p99={} s", median, worst);
        assertThat(median).isPositive();
    }

    /** The node shows a value before the manager has the answer: it explains and counts a write only then. */
    private static void awaitCounted(String node, int originMilliCpu) {
        await().until(() -> explanation(node).contains("\"originMilliCpu\":" + originMilliCpu + ","));
    }

    @Test
    void apiServerAcceptsOnlyValidQuantitiesOfAnAgent() {
        String node = cluster.newNode("quantities");

        for (String amount : List.of("\"+1.5\"", "\"-1\"", "\"1n\"", "\"7u\"", "\"1E\"", "\"1Ei\"", "\"12e6\"", "3")) {
            client.resources(NodeMetric.class)
                    .withName(node)
                    .subresource("status")
                    .patch(MERGE, usedMemory(amount));
        }

        assertThatThrownBy(() -> client.resources(NodeMetric.class)
                        .withName(node)
                        .subresource("status")
                        .patch(MERGE, usedMemory("\"12 GB\"")))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(422))
                .hasMessageContaining("nodeMetric.nodeUsage.resources.memory")
                .hasMessageContaining("12 GB");
    }

    private static String usedMemory(String amount) {
        return "{\"status\": {\"nodeMetric\": {\"nodeUsage\": {\"resources\": {\"memory\": " + amount + "}}}}}";
    }

    @Test
    void writesNothingInSteadyState() {
        String node = cluster.newNode("steady");
        cluster.report(node, 1_000);
        await().until(() -> cluster.batchMilliCpu(node) == 8_600);
        Instant first = Instant.now().minusSeconds(10).truncatedTo(ChronoUnit.SECONDS);
        cluster.report(node, 1_000, first);
        await().until(() -> explanation(node).contains(first.toString()));
        String version = cluster.version(node);
        Instant last = first.plusSeconds(5);
        cluster.report(node, 1_000, last);
        await().until(() -> explanation(node).contains(last.toString()));
        assertThat(cluster.version(node)).isEqualTo(version);
    }

    @Test
    void dampedCapacityShrinksAtOnceAndGrowsInSteps() {
        String damping = """
                {"growStepPercent": 20, "growIntervalSeconds": 1, "holdRangePercent": 5, "mid": {"growStepPercent": 15}}""";
        try (DampedNode node = DampedNode.create(controlPlane, cluster, "damped", damping)) {
            node.report(2_000, 6_000, Instant.now());
            node.awaitHistory("batch [3200, 6400, 7600] mid [2400, 4800, 6000] zones [1600, 3200, 3800] twice");
            node.report(5_000, 2_000, Instant.now());
            String all =
                    "batch [3200, 6400, 7600, 4600] mid [2400, 4800, 6000, 2000] zones [1600, 3200, 3800, 2300] twice";
            node.awaitHistory(all);
            String versions = node.versions();
            Instant last = Instant.now().minusSeconds(5).truncatedTo(ChronoUnit.SECONDS);
            node.report(5_100, 1_950, last);
            await().until(() -> explanation("damped").contains(last.toString()));

            assertThat(explanation("damped")).contains("\"HELD\"");
            assertThat(node.versions()).isEqualTo(versions);
            assertThat(node.history()).isEqualTo(all);
            node.assertThatZonesNeverOfferedMoreThanTheNode();
        }
    }

    @Test
    void whatYarnTakesIsTakenFromThePodsAtOnce() {
        String node = cluster.newNode("yarn");
        cluster.report(node, 1_000);
        await().until(() -> cluster.batchMilliCpu(node) == 8_600);
        String allocations =
                "{\\\"allocations\\\":[{\\\"name\\\":\\\"hadoop-yarn\\\",\\\"priority\\\":\\\"koord-batch\\\","
                        + "\\\"resources\\\":{\\\"kubernetes.io/batch-cpu\\\":\\\"300\\\"}}]}";

        client.nodes()
                .withName(node)
                .patch(
                        MERGE,
                        "{\"metadata\":{\"annotations\":{\"node.koordinator.sh/thirdPartyAllocations\":\"" + allocations
                                + "\"}}}");

        await().until(() -> cluster.batchMilliCpu(node) == 8_300);
        assertThat(cluster.originMilliCpu(node)).isEqualTo(8_600);
    }

    @Test
    void givesNodesTheirPolicyAndTakesItWithThem() {
        String node = cluster.newNode("gone");
        await().until(() -> client.resources(NodeSLO.class).withName(node).get() != null);

        client.nodes().withName(node).delete();

        await().until(() -> client.resources(NodeMetric.class).withName(node).get() == null
                && client.resources(NodeSLO.class).withName(node).get() == null);
    }

    @Test
    void turnsAPodIntoABatchPodOverTls() {
        awaitWebhook();

        Pod created = client.resource(ManagerCluster.pod("team", "job")).create();

        assertThat(created.getSpec().getSchedulerName()).isEqualTo("koord-scheduler");
        assertThat(created.getSpec().getPriority()).isEqualTo(5000);
        assertThat(created.getMetadata().getLabels()).containsEntry("koordinator.sh/qosClass", "BE");
        assertThat(created.getSpec().getContainers().get(0).getResources().getRequests())
                .containsEntry(ManagerCluster.BATCH_CPU, new Quantity("1500"))
                .doesNotContainKey("cpu");
        assertThat(created.getMetadata().getAnnotations()).containsKey("node.koordinator.sh/extended-resource-spec");
    }

    @Test
    void leavesItsOwnNamespaceAlone() {
        awaitWebhook();

        Pod created = client.resource(ManagerCluster.pod(ManagerCluster.NAMESPACE, "own"))
                .create();

        assertThat(created.getSpec().getContainers().get(0).getResources().getRequests())
                .containsKey("cpu");
    }

    @Test
    @Order(LATE)
    void reportsAPodThatWasCreatedPastTheWebhookOnceAndWithinAMinute() {
        await().atMost(LATER)
                .untilAsserted(() -> assertThat(cluster.misses(MISSED))
                        .singleElement()
                        .satisfies(event -> {
                            assertThat(event.getMessage()).contains("[batch]");
                            assertThat(event.getCount()).isEqualTo(1);
                            assertThat(Instant.parse(event.getFirstTimestamp()))
                                    .isBefore(created(MISSED).plus(LATER));
                        }));

        await().until(() -> manager.metric("koord_manager_missed_pods_reported_total") == 1);
        assertThat(manager.metric("koord_manager_missed_pods")).isEqualTo(1);
        assertThat(cluster.misses(OPTED_OUT)).isEmpty();
        client.pods().inNamespace("team").withName(MISSED).withGracePeriod(0).delete();
        await().until(() -> manager.metric("koord_manager_missed_pods") == 0);
    }

    private static Instant created(String pod) {
        return Instant.parse(client.pods()
                .inNamespace("team")
                .withName(pod)
                .get()
                .getMetadata()
                .getCreationTimestamp());
    }

    @Test
    void aMalformedConfigurationKeepsTheLastGoodOneWithAnEvent() {
        String node = cluster.newNode("config");
        cluster.report(node, 1_000);
        await().until(() -> cluster.batchMilliCpu(node) == 8_600);

        cluster.configure("{\"enable\": true, \"degradeTimeMinutes\": 1.5}");

        await().untilAsserted(() -> assertThat(client.v1()
                        .events()
                        .inNamespace(ManagerCluster.NAMESPACE)
                        .list()
                        .getItems())
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("ColocationCfgUnmarshalFailed");
                    assertThat(event.getMessage()).contains("degradeTimeMinutes", "1.5", "whole number");
                }));
        assertThat(cluster.batchMilliCpu(node)).isEqualTo(8_600);
        assertThat(manager.metric("koord_manager_config_faulty{key=\"colocation-config\"}"))
                .isEqualTo(1);
        cluster.configure("{\"enable\": true}");
        await().until(() -> manager.metric("koord_manager_config_faulty{key=\"colocation-config\"}") == 0);
    }

    @Test
    @Order(LATE + 1)
    void releasesNothingWhileTheApiServerIsAway() {
        String node = cluster.newNode("away");
        cluster.report(node, 1_000);
        await().until(() -> cluster.batchMilliCpu(node) == 8_600);

        controlPlane.stopApiServer();
        controlPlane.startApiServer();

        assertThat(cluster.batchMilliCpu(node)).isEqualTo(8_600);
        cluster.report(node, 2_000);
        await().atMost(LATER).until(() -> cluster.batchMilliCpu(node) == 7_600);
    }

    @Test
    @Order(LATE + 2)
    void anotherReplicaTakesOverWhenTheLeaderIsKilled() {
        String node = cluster.newNode("failover");
        String steps = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 1}";
        try (ManagerUnderTest other = replica("koord-manager-b", FreePorts.find(3));
                DampedNode growing = DampedNode.create(controlPlane, cluster, "growing", steps);
                DampedNode resting =
                        DampedNode.create(controlPlane, cluster, "resting", "{\"holdRangePercent\": 10}")) {
            resting.report(1_000, 4_000, Instant.now());
            resting.awaitHistory("batch [8600] mid [4000] zones [4300] twice");
            Instant last = Instant.now().minusSeconds(5).truncatedTo(ChronoUnit.SECONDS);
            resting.report(1_200, 3_900, last);
            await().until(() -> explanation("resting").contains(last.toString()));
            String versions = resting.versions();
            growing.report(1_600, 4_800, Instant.now());
            await().until(() -> growing.history().contains("zones [800"));
            assertThat(other.explain(node).statusCode()).isEqualTo(503);
            long residentMebibytes = manager.process().residentBytes().orElseThrow() >> 20;
            LOG.info("resident: {} MiB", residentMebibytes);
            assertThat(residentMebibytes).isLessThan(RSS_LIMIT_MIB);

            manager.process().crash();
            cluster.report(node, 1_000);

            await().atMost(LATER).until(() -> cluster.batchMilliCpu(node) == 8_600);
            await().until(() -> other.explain(node).body().contains("\"originMilliCpu\":8600"));
            growing.awaitHistory("batch [1600, 3200, 4800, 6400, 8000] mid [1600, 3200, 4800]"
                    + " zones [800, 1600, 2400, 3200, 4000] twice");
            growing.assertThatZonesNeverOfferedMoreThanTheNode();
            await().until(() -> other.explain("resting").body().contains("\"HELD\""));
            assertThat(resting.versions()).isEqualTo(versions);
            manager.close();
            manager = replica("koord-manager-a", PORTS);
        }
        cluster.report(node, 2_000);
        await().atMost(LATER).until(() -> cluster.batchMilliCpu(node) == 7_600);
    }

    private static ManagerUnderTest replica(String name, List<Integer> ports) {
        return ManagerUnderTest.start(ManagerOptions.of(name, controlPlane.kubeconfig(), directory)
                .ports(ports)
                .quickElection());
    }

    private static String explanation(String node) {
        return manager.explain(node).body();
    }

    private static long statusWrites() {
        return Math.round(manager.metric("koord_api_patch_seconds_count{part=\"status\"}"));
    }

    private static void awaitWebhook() {
        Pod probe = ManagerCluster.pod("team", "probe");
        ManagerCluster.awaitAnswer(() -> "koord-scheduler"
                .equals(client.resource(probe).dryRun().create().getSpec().getSchedulerName()));
    }
}
