package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.ConfigOverride;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.testkit.await.PatientAwaits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs in the whole process. */
class MigrationWorkTest {

    private static final String JOB = """
            apiVersion: scheduling.koordinator.sh/v1alpha1
            kind: PodMigrationJob
            metadata:
              name: %s
              labels: {koordinator.sh/evict-policy: Delete}
            spec:
              mode: EvictDirectly
              ttl: 5m
              podRef: {namespace: shop, name: web-1, uid: "%s"}
            """;

    private final EmbeddedApiServer server = new EmbeddedApiServer();
    private final KubernetesClient client = server.newClient();

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    /** Five replicas; the uid of the first pod is returned. */
    private String workload() {
        String set = LiveCluster.create(client, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {namespace: shop, name: web}
                spec: {replicas: 5, selector: {matchLabels: {app: web}}}
                """).getMetadata().getUid();
        String first = "";
        for (int i = 5; i > 0; i--) {
            first = LiveCluster.create(client, """
                    apiVersion: v1
                    kind: Pod
                    metadata:
                      namespace: shop
                      name: web-%d
                      ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: %s, controller: true}]
                    spec:
                      nodeName: n1
                      containers: [{name: main, image: i}]
                    status:
                      phase: Running
                      conditions: [{type: Ready, status: "True"}]
                    """.formatted(i, set))
                    .getMetadata()
                    .getUid();
        }
        return first;
    }

    private PodMigrationJob job(String name) {
        return client.resources(PodMigrationJob.class).withName(name).get();
    }

    private String phase(String name) {
        return job(name).getStatus() == null
                ? ""
                : String.valueOf(job(name).getStatus().phase());
    }

    private boolean podIsThere() {
        return client.pods().inNamespace("shop").withName("web-1").get() != null;
    }

    private void awaitPhase(String name, String phase) {
        await().atMost(PatientAwaits.PATIENCE).until(() -> phase(name).equals(phase));
    }

    @Test
    void aJobByHandIsLetThroughCarriedOutAndShown() throws Exception {
        String uid = workload();
        try (DeschedulerUnderTest process = new DeschedulerUnderTest(server.url())) {
            LiveCluster.create(client, JOB.formatted("by-hand", uid));

            await().atMost(PatientAwaits.PATIENCE).until(() -> !podIsThere());
            awaitPhase("by-hand", "Succeeded");

            await().atMost(PatientAwaits.PATIENCE)
                    .until(() ->
                            !process.answer("/apis/v1/migrations").path("ended").isEmpty());
            JsonNode ended = process.answer("/apis/v1/migrations").at("/ended/0");
            assertThat(ended.path("name").asText()).isEqualTo("by-hand");
            assertThat(ended.path("pod").asText()).isEqualTo("shop/web-1");
            assertThat(ended.path("from").asText()).isEqualTo("n1");
            assertThat(ended.path("phase").asText()).isEqualTo("Succeeded");
        }
    }

    @Test
    void aJobOfAPodThatMustStayFailsAndSaysWhy() throws Exception {
        LiveCluster.create(client, """
                apiVersion: v1
                kind: Pod
                metadata: {namespace: shop, name: web-1}
                spec: {nodeName: n1, containers: [{name: main, image: i}]}
                status: {phase: Running}
                """);
        String uid = client.pods()
                .inNamespace("shop")
                .withName("web-1")
                .get()
                .getMetadata()
                .getUid();
        try (DeschedulerUnderTest process = new DeschedulerUnderTest(server.url())) {
            LiveCluster.create(client, JOB.formatted("bare", uid));

            awaitPhase("bare", "Failed");

            assertThat(job("bare").getStatus().reason()).isEqualTo("ForbiddenMigratePod");
            assertThat(podIsThere()).isTrue();
            assertThat(process.page("/apis/v1/migrations").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aDryRunTouchesNoJobAndNoPod() throws Exception {
        String uid = workload();
        LiveCluster.create(client, JOB.formatted("by-hand", uid));
        try (DeschedulerUnderTest process =
                new DeschedulerUnderTest(server.url(), ConfigOverride.config("dryRun", "true"))) {
            await().atMost(PatientAwaits.PATIENCE)
                    .until(() ->
                            process.answer("/apis/v1/migrations").path("open").size() == 1);
            assertThat(process.answer("/apis/v1/plan").path("dryRun").asBoolean())
                    .isTrue();
        }
        assertThat(phase("by-hand")).isIn("", "null", "Pending");
        assertThat(podIsThere()).isTrue();
    }
}
