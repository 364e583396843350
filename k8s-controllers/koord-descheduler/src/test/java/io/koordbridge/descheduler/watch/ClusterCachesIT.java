package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterCachesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");
    private static final String RICH = """
            apiVersion: v1
            kind: Pod
            metadata:
              namespace: caches
              name: rich
              labels: {app: web, koordinator.sh/qosClass: LS, koordinator.sh/evict-policy: SoftEviction}
              annotations:
                descheduler.alpha.kubernetes.io/evict: "false"
                scheduling.koordinator.sh/eviction-cost: "7"
                controller.kubernetes.io/pod-deletion-cost: "-3"
                kubernetes.io/config.source: file
                node.koordinator.sh/yarn-drained: "2026-11-01T00:00:00Z"
              ownerReferences:
                - {apiVersion: v1, kind: ConfigMap, name: other, uid: u0}
                - {apiVersion: apps/v1, kind: StatefulSet, name: db, uid: u1, controller: true}
              finalizers: [example.com/stays]
            spec:
              schedulerName: koord-scheduler
              nodeName: node-1
              priority: 0
              nodeSelector: {disk: ssd}
              tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions: [{key: zone, operator: In, values: [a, b]}]
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
              topologySpreadConstraints:
                - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
              volumes:
                - {name: scratch, emptyDir: {}}
                - {name: data, persistentVolumeClaim: {claimName: data}}
              initContainers:
                - {name: init, image: i, resources: {requests: {cpu: "1"}}}
              containers:
                - name: main
                  image: i
                  ports: [{containerPort: 80, hostPort: 8080}]
                  resources: {requests: {cpu: 333m, memory: 1Gi}, limits: {cpu: "2"}}
            """;
    private static final String HOST_PATH = """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: caches, name: host-path}
            spec:
              volumes: [{name: logs, hostPath: {path: /var/log}}]
              containers: [{name: main, image: i}]
            """;
    private static final String STATUS = """
            status:
              phase: Failed
              conditions:
                - {type: PodScheduled, status: "True"}
                - {type: Ready, status: "False"}
                - {type: DisruptionTarget, status: "True", reason: EvictionByEvictionAPI, lastTransitionTime: "2026-11-01T10:20:30Z"}
            """;

    private final RealControlPlane controlPlane = OneControlPlane.get();
    private final KubernetesClient client = controlPlane.client();
    private final ManualClock clock = new ManualClock(NOW);
    private final Noted noted = new Noted();

    private ClusterCaches follow(Duration ageLimit) {
        ClusterCaches caches =
                new ClusterCaches(OneControlPlane.source(), clock, ClusterCachesTest.READERS, ageLimit, noted);
        caches.start();
        await().atMost(PATIENCE).until(caches::live);
        return caches;
    }

    private void createNamespace(String name) {
        if (client.namespaces().withName(name).get() == null) {
            controlPlane.createNamespace(name);
        }
    }

    /** The server outlives a test, and a second try of it finds what the first one left. */
    @AfterEach
    void removeWhatWasMade() {
        client.resources(PodMigrationJob.class).delete();
        for (Pod pod : client.pods().inNamespace("caches").list().getItems()) {
            client.resource(pod).patch(MERGE, "{\"metadata\":{\"finalizers\":null}}");
            client.resource(pod).withGracePeriod(0).delete();
        }
    }

    private Pod create(String yaml) {
        return client.resource(Serialization.unmarshal(yaml, Pod.class)).create();
    }

    @Test
    void bothEncodingsOfAPodGiveTheSameFacts() {
        createNamespace("caches");
        Pod rich = create(RICH);
        create(HOST_PATH);
        try (ClusterCaches caches = follow(Duration.ofSeconds(30))) {
            Pod failed = Serialization.unmarshal(STATUS, Pod.class);
            client.resource(new PodBuilder(rich)
                            .withStatus(failed.getStatus())
                            .editMetadata()
                            .withResourceVersion(null)
                            .endMetadata()
                            .build())
                    .patchStatus();
            client.pods().inNamespace("caches").withName("rich").delete();
            await().atMost(PATIENCE)
                    .until(() -> caches.pod("caches", "rich")
                            .filter(pod -> pod.state().terminating()
                                    && pod.state().phase().equals("Failed"))
                            .isPresent());

            for (Pod pod : client.pods().inNamespace("caches").list().getItems()) {
                PodFacts facts = PodReader.of(pod);
                assertThat(caches.pod("caches", pod.getMetadata().getName())).contains(facts);
                assertThat(caches.pod(pod.getMetadata().getUid())).contains(facts);
            }
            PodFacts facts = caches.pod("caches", "rich").orElseThrow();
            assertThat(facts.state().disruptedSince()).isEqualTo("2026-11-01T10:20:30Z");
            assertThat(facts.guards().claims()).isTrue();
            assertThat(facts.guards().localStorage()).isTrue();
            assertThat(Objects.requireNonNull(facts.owners().controller()).apiVersion())
                    .isEqualTo("apps/v1");
            assertThat(caches.view().podsOn("node-1")).containsExactly(facts);
            assertThat(caches.view().pods("u1")).containsExactly(facts);
            client.pods()
                    .inNamespace("caches")
                    .withName("rich")
                    .edit(pod -> new PodBuilder(pod)
                            .editMetadata()
                            .withFinalizers()
                            .endMetadata()
                            .build());
            client.pods()
                    .inNamespace("caches")
                    .withName("rich")
                    .withGracePeriod(0)
                    .delete();
            await().atMost(PATIENCE).until(() -> noted.changes.contains("pod rich>-"));
        }
    }

    @Test
    void aReportIsAsOldAsItsTimeWasFirstSeen() {
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName("node-1");
        client.resource(metric).create();
        report(NOW.minusSeconds(7));
        try (ClusterCaches caches = follow(Duration.ofSeconds(30))) {
            await().atMost(PATIENCE)
                    .until(() -> NOW.minusSeconds(7).equals(known(caches).updated()));
            clock.advance(Duration.ofSeconds(10));
            label("again");
            report(NOW);
            await().atMost(PATIENCE).until(() -> NOW.equals(known(caches).updated()));
            assertThat(known(caches).received()).isEqualTo(NOW.plusSeconds(10));

            clock.advance(Duration.ofSeconds(10));
            label("later");
            report(NOW.plusSeconds(1));
            await().atMost(PATIENCE).until(() -> known(caches).received().equals(NOW.plusSeconds(20)));
        } finally {
            client.resources(NodeMetric.class).withName("node-1").delete();
        }
    }

    private static LoadReport known(ClusterCaches caches) {
        return caches.view().report("node-1").orElseThrow();
    }

    private void label(String value) {
        client.resources(NodeMetric.class)
                .withName("node-1")
                .patch(MERGE, "{\"metadata\":{\"labels\":{\"seen\":\"" + value + "\"}}}");
    }

    private void report(Instant time) {
        client.resources(NodeMetric.class)
                .withName("node-1")
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"updateTime\":\"" + time + "\"}}");
    }

    @Test
    void goesOnByItselfAfterTheApiServerWasAway() {
        createNamespace("caches");
        try (ClusterCaches caches = follow(Duration.ofSeconds(2))) {
            assertThat(caches.whyNotToAct()).isEmpty();
            controlPlane.stopApiServer();
            await().atMost(PATIENCE)
                    .until(() -> caches.whyNotToAct()
                            .filter(sentence -> sentence.contains("pods for"))
                            .isPresent());

            controlPlane.startApiServer();
            create(HOST_PATH.replace("host-path", "after"));
            await().atMost(PATIENCE).until(() -> caches.whyNotToAct().isEmpty());
            await().atMost(PATIENCE).until(() -> caches.pod("caches", "after").isPresent());
            // One kind may be opening its watch anew just now: that is a moment, not a state.
            await().atMost(PATIENCE).until(caches::live);
        }
    }

    @Test
    void findsJobsAndWholeObjects() {
        createNamespace("caches");
        Pod pod = create(HOST_PATH.replace("host-path", "moves"));
        PodMigrationJob job = new PodMigrationJob();
        job.getMetadata().setName("move-1");
        job.setSpec(new PodMigrationJobSpec(
                null,
                "5m0s",
                null,
                new ObjectReferenceBuilder()
                        .withNamespace("caches")
                        .withName("moves")
                        .withUid(pod.getMetadata().getUid())
                        .build(),
                null,
                null));
        try (ClusterCaches caches = follow(Duration.ofSeconds(30))) {
            client.resource(job).create();
            await().atMost(PATIENCE).until(() -> caches.job("move-1").isPresent());

            assertThat(caches.jobs()).hasSize(1);
            assertThat(caches.jobsOf("caches", "moves")).hasSize(1);
            assertThat(caches.jobsOf(pod.getMetadata().getUid())).hasSize(1);
            assertThat(caches.reservation("none")).isEmpty();
            assertThat(caches.reservations()).isEmpty();
            client.resource(job).delete();
            await().atMost(PATIENCE).until(() -> caches.jobs().isEmpty());
            assertThat(noted.changes).contains("job move-1");
        }
    }
}
