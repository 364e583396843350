package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.lab.process.FreePorts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The process, and a pod without any credentials that reaches the webhook's port. */
class ForgedReviewsTest {

    private static final int PORT = FreePorts.find(1).get(0);
    private static final ControlPlane PLANE = new ControlPlane();
    private static final String VALIDATE = "/validate-scheduling-sigs-k8s-io-v1alpha1-elasticquota";
    private static final String MUTATE = "/mutate-scheduling-sigs-k8s-io-v1alpha1-elasticquota";
    private static final String PREFIX = "quota.scheduling.koordinator.sh/";

    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        PLANE.client.resource(quota("known", "", "8", "")).create();
        process = PLANE.startManager("webhook.port=" + PORT, "featureGates.EnableQuotaAdmission=true");
        await().until(() -> PLANE.webhookSecret() != null);
        client = HttpClient.newBuilder()
                .sslContext(WebhookTest.trusting(PLANE.webhookSecret()))
                .build();
        await().ignoreExceptions().until(() -> page().contains("\"known\""));
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @Test
    void aForgedQuotaBindsNobody() throws Exception {
        assertThat(allows(podReview("shop", ""))).isTrue();

        assertThat(allows(quotaReview("CREATE", quota("blk", "is-parent: 'true'", "1", "[\"shop\", \"team1\"]"))))
                .isTrue();

        assertThat(allows(podReview("shop", ""))).isTrue();
        assertThat(allows(podReview("shop", "blk")))
                .as("there is no such quota")
                .isFalse();
        assertThat(allows(quotaReview("CREATE", quota("shop-quota", "", "1", "[\"shop\"]"))))
                .isTrue();
        assertThat(allows(quotaReview("CREATE", quota("blk", "", "2", "")))).isTrue();
        assertThat(page()).doesNotContain("blk");
    }

    @Test
    void aForgedDeletionDeletesNothing() throws Exception {
        ElasticQuota known = quota("known", "", "8", "");
        // Refused while the pods are not read yet.
        await().until(() -> allows(quotaReview("DELETE", known)));

        assertThat(page()).contains("\"known\"");
        assertThat(allows(VALIDATE, review("UPDATE", "elasticquotas", quota("known", "", "9", ""), known)))
                .isTrue();
        assertThat(allows(podReview("shop", "known"))).isTrue();
    }

    @Test
    void aForgedPodIsCountedNowhere() throws Exception {
        for (int pod = 0; pod < 20; pod++) {
            assertThat(allows(podReview("shop", "known"))).isTrue();
        }

        assertThat(PLANE.client
                        .resources(ElasticQuota.class)
                        .inNamespace("koordinator-system")
                        .withName("known")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .isNullOrEmpty();
    }

    @Test
    void hugeForgedQuotasAreNotKept() throws Exception {
        String names = IntStream.range(0, 240_000)
                .mapToObj(number -> "\"ns-" + number + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String body = review("CREATE", "elasticquotas", quota("huge-" + i, "", "1", names), null);
            answers.add(client.sendAsync(request(VALIDATE, body), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            // One that is too much at once may be cut off while it is sent.
            assertThat(answer.handle((response, cut) ->
                                    response == null ? 0 : response.body().length())
                            .get(60, TimeUnit.SECONDS))
                    .isLessThan(10_000);
        }

        assertThat(page()).doesNotContain("huge-");
        assertThat(allows(podReview("ns-1", ""))).isTrue();
    }

    @Test
    void aTreeThatIsAppliedAtOnceIsTaken() throws Exception {
        for (int tree = 0; tree < 3; tree++) {
            ElasticQuota parent = quota("tree-" + tree, "is-parent: 'true'", "4", "");
            ElasticQuota child = quota("leaf-" + tree, "parent: tree-" + tree, "4", "");
            assertThat(allows(quotaReview("CREATE", child))).as("no parent").isFalse();
            // What was not there a moment ago is asked for again a little later.
            PLANE.client.resource(parent).create();
            String body = review("CREATE", "elasticquotas", child, null);
            await().atMost(Duration.ofSeconds(20)).until(() -> allows(MUTATE, body) && allows(VALIDATE, body));
        }
    }

    private static boolean allows(String podReview) throws Exception {
        return allows("/validate-pod", podReview);
    }

    private static boolean allows(QuotaReviewBody review) throws Exception {
        return allows(VALIDATE, review.text());
    }

    private static boolean allows(String path, String body) throws Exception {
        HttpResponse<String> answer = client.send(request(path, body), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode response = ControlPlane.json(answer.body()).path("response");
        return response.path("allowed").asBoolean();
    }

    private static HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + path + "?timeout=30s"))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static String page() throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + "/elasticQuota"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private record QuotaReviewBody(String text) {}

    private static QuotaReviewBody quotaReview(String operation, ElasticQuota quota) {
        boolean gone = operation.equals("DELETE");
        return new QuotaReviewBody(review(operation, "elasticquotas", gone ? null : quota, gone ? quota : null));
    }

    private static String podReview(String namespace, String quota) {
        String pod = """
                {"metadata": {"name": "p", "namespace": "%s", "labels": {"%sname": "%s"}},
                 "spec": {"containers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}]}}
                """.formatted(namespace, PREFIX, quota);
        return """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u",
                 "operation": "CREATE", "namespace": "%s", "resource": {"resource": "pods"}, "object": %s}}
                """.formatted(namespace, pod);
    }

    private static String review(String operation, String resource, Object object, Object oldObject) {
        return """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u",
                 "operation": "%s", "resource": {"resource": "%s"}, "object": %s, "oldObject": %s}}
                """.formatted(operation, resource, json(object), json(oldObject));
    }

    private static String json(Object object) {
        return object == null ? "null" : Serialization.asJson(Objects.requireNonNull(object));
    }

    private static ElasticQuota quota(String name, String label, String cpu, String namespaces) {
        ElasticQuota quota = Serialization.unmarshal(
                """
                apiVersion: scheduling.sigs.k8s.io/v1alpha1
                kind: ElasticQuota
                metadata: {name: %s, namespace: koordinator-system, labels: {%s}}
                spec: {min: {cpu: %s}, max: {cpu: %s}}
                """.formatted(name, label.isEmpty() ? "" : PREFIX + label, cpu, cpu), ElasticQuota.class);
        if (!namespaces.isEmpty()) {
            quota.getMetadata().getAnnotations().put(PREFIX + "namespaces", namespaces);
        }
        return quota;
    }
}
