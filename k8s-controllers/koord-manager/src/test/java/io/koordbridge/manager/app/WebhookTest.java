package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.lab.process.FreePorts;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebhookTest {

    private static final int PORT = FreePorts.find(1).get(0);
    private static final String PROFILE = """
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: batch}
            spec:
              selector: {matchLabels: {job: batch}}
              qosClass: BE
              priorityClassName: koord-batch
              schedulerName: koord-scheduler
            """;
    private static final String BROKEN_PROFILE = """
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: a-broken}
            spec:
              selector: {matchExpressions: [{key: job, operator: Wrong}]}
              labels: {broken: "1"}
            """;
    private static final String CONFIGURATION = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: koordinator-mutating-webhook-configuration}
            webhooks:
            - name: mpod-create.koordinator.sh
              admissionReviewVersions: [v1]
              sideEffects: None
              clientConfig:
                service: {namespace: koordinator-system, name: koordinator-webhook-service, path: /mutate-pod}
            - name: mnode-status.koordinator.sh
              admissionReviewVersions: [v1]
              sideEffects: None
              clientConfig:
                service: {namespace: other, name: other, path: /mutate-node-status}
            """;
    private static final String VALIDATING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: koordinator-validating-webhook-configuration}
            webhooks:
            - name: vnode.koordinator.sh
              admissionReviewVersions: [v1]
              sideEffects: None
              clientConfig:
                service: {namespace: other, name: other, path: /validate-node}
            """;

    private static final ControlPlane PLANE = new ControlPlane();
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        PLANE.client
                .resource(Serialization.unmarshal(PROFILE, ClusterColocationProfile.class))
                .create();
        PLANE.client
                .resource(Serialization.unmarshal(BROKEN_PROFILE, ClusterColocationProfile.class))
                .create();
        PLANE.client
                .resource(Serialization.unmarshal(CONFIGURATION, MutatingWebhookConfiguration.class))
                .create();
        PLANE.client
                .resource(Serialization.unmarshal(VALIDATING, ValidatingWebhookConfiguration.class))
                .create();
        PLANE.client
                .load(new ByteArrayInputStream("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: koord-batch}
                value: 5000
                """.getBytes(StandardCharsets.UTF_8)))
                .create();
        for (String name : new String[] {"team", "out"}) {
            PLANE.client
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withLabels(
                                    name.equals("out") ? Map.of("koordbridge.io/skip-colocation", "true") : Map.of())
                            .endMetadata()
                            .build())
                    .create();
        }
        process = PLANE.startManager("webhook.port=" + PORT, "webhook.maxRequestSize=64KiB");
        await().until(() -> PLANE.webhookSecret() != null);
        client = HttpClient.newBuilder()
                .sslContext(trusting(PLANE.webhookSecret()))
                .build();
        await().ignoreExceptions().until(() -> get("/healthz").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    static SSLContext trusting(Secret secret) throws Exception {
        byte[] pem = Base64.getDecoder().decode(secret.getData().get("ca-cert.pem"));
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + path))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String body) throws Exception {
        return client.send(request(BodyPublishers.ofString(body)), BodyHandlers.ofString());
    }

    private static HttpRequest request(HttpRequest.BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + "/mutate-pod"))
                .POST(body)
                .build();
    }

    private static String review(String namespace, String labels) {
        return """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                  "uid": "u-1", "operation": "CREATE", "namespace": "%s",
                  "resource": {"group": "", "version": "v1", "resource": "pods"},
                  "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "labels": %s},
                   "spec": {"containers": [{"name": "main", "unknownField": 1,
                     "resources": {"requests": {"cpu": "1500m", "memory": "1Gi"}, "limits": {"cpu": "2"}}}]}}}}
                """.formatted(namespace, labels);
    }

    private static JsonNode patch(HttpResponse<String> response) {
        JsonNode answer = ControlPlane.json(response.body()).path("response");
        assertThat(answer.path("allowed").asBoolean()).isTrue();
        String encoded = answer.path("patch").asText("");
        return encoded.isEmpty()
                ? ControlPlane.json("[]")
                : ControlPlane.json(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
    }

    @Test
    void turnsAMatchingPodIntoABatchPod() throws Exception {
        HttpResponse<String> response = post(review("team", "{\"job\": \"batch\"}"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(ControlPlane.json(response.body()).at("/response/uid").asText())
                .isEqualTo("u-1");
        String patch = patch(response).toString();
        assertThat(patch)
                .contains("\"path\":\"/spec/schedulerName\",\"value\":\"koord-scheduler\"")
                .contains("\"path\":\"/spec/priority\",\"value\":5000")
                .contains("/spec/containers/0/resources/requests/kubernetes.io~1batch-cpu\",\"value\":\"1500\"")
                .contains("/spec/containers/0/resources/limits/kubernetes.io~1batch-cpu\",\"value\":\"2k\"")
                .contains("extended-resource-spec")
                .doesNotContain("broken")
                .doesNotContain("unknownField");
    }

    @Test
    void takesDefaultsOfALimitRangeAwayAndWarns() throws Exception {
        String note =
                "\"annotations\": {\"kubernetes.io/limit-ranger\": \"LimitRanger plugin set: cpu request for container main\"}, ";
        HttpResponse<String> response = post(review("team", "{\"job\": \"batch\"}")
                .replace("\"labels\": ", note + "\"labels\": ")
                .replace("\"cpu\": \"1500m\"", "\"cpu\": \"1500m\", \"kubernetes.io/batch-cpu\": \"4k\""));

        assertThat(patch(response).toString()).doesNotContain("1500");
        assertThat(ControlPlane.json(response.body()).at("/response/warnings/0").asText())
                .contains("LimitRange in namespace team", "koordbridge.io/skip-colocation=true")
                .hasSizeLessThanOrEqualTo(256);
    }

    @Test
    void aProfileWithABrokenSelectorAppliesToNobodyAndSaysSo() throws Exception {
        post(review("team", "{\"job\": \"batch\"}"));

        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("ProfileSelectorInvalid");
                    assertThat(event.getInvolvedObject().getName()).isEqualTo("a-broken");
                }));
    }

    @Test
    void leavesOtherPodsAndOptOutsAndSystemNamespacesAlone() throws Exception {
        assertThat(patch(post(review("team", "{\"job\": \"web\"}")))).isEmpty();
        assertThat(patch(post(review("team", "{\"job\": \"batch\", \"koordbridge.io/skip-colocation\": \"true\"}"))))
                .isEmpty();
        assertThat(patch(post(review("out", "{\"job\": \"batch\"}")))).isEmpty();
        assertThat(patch(post(review("kube-system", "{\"job\": \"batch\"}")))).isEmpty();
        assertThat(patch(post(review("koordinator-system", "{\"job\": \"batch\"}"))))
                .isEmpty();
    }

    @Test
    void answersBadRequestsWithAReasonAndLivesOn() throws Exception {
        HttpResponse<String> garbage = post("{\"kind\": ");
        HttpResponse<String> wrongKind = post("{\"kind\": \"Pod\", \"apiVersion\": \"v1\"}");
        HttpResponse<String> tooLarge = post("x".repeat(65 * 1024));
        HttpResponse<String> wrongMethod = get("/mutate-pod");

        assertThat(garbage.statusCode()).isEqualTo(400);
        assertThat(garbage.body()).contains("not JSON");
        assertThat(wrongKind.statusCode()).isEqualTo(400);
        assertThat(wrongKind.body()).contains("AdmissionReview");
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(tooLarge.body()).contains("65536 bytes");
        assertThat(wrongMethod.statusCode()).isEqualTo(405);
        assertThat(post(review("team", "{\"job\": \"batch\"}")).statusCode()).isEqualTo(200);
    }

    @Test
    void registersItsAuthorityForServedPathsOnlyInBothConfigurations() {
        String ca = PLANE.webhookSecret().getData().get("ca-cert.pem");

        await().untilAsserted(() -> {
            MutatingWebhookConfiguration mutating = PLANE.client
                    .admissionRegistration()
                    .v1()
                    .mutatingWebhookConfigurations()
                    .withName("koordinator-mutating-webhook-configuration")
                    .get();
            assertThat(mutating.getWebhooks()).hasSize(1);
            assertThat(mutating.getWebhooks().get(0).getClientConfig().getCaBundle())
                    .isEqualTo(ca);
            assertThat(mutating.getMetadata().getAnnotations().get("template")).contains("mnode-status.koordinator.sh");
            ValidatingWebhookConfiguration validating = PLANE.client
                    .admissionRegistration()
                    .v1()
                    .validatingWebhookConfigurations()
                    .withName("koordinator-validating-webhook-configuration")
                    .get();
            assertThat(validating.getWebhooks()).isEmpty();
            assertThat(validating.getMetadata().getAnnotations().get("template"))
                    .contains("vnode.koordinator.sh");
        });
    }

    @Test
    void answersInTheVersionOfTheReview() throws Exception {
        String body = review("team", "{\"job\": \"batch\"}").replace("admission.k8s.io/v1", "admission.k8s.io/v1beta1");

        JsonNode answer = ControlPlane.json(post(body).body());

        assertThat(answer.path("apiVersion").asText()).isEqualTo("admission.k8s.io/v1beta1");
        assertThat(answer.at("/response/patchType").asText()).isEqualTo("JSONPatch");
        assertThat(post(body.replace("v1beta1", "v2")).statusCode()).isEqualTo(400);
    }

    @Test
    void serves64ConnectionsAtOnce() throws Exception {
        String body = review("team", "{\"job\": \"batch\"}");
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            // A client of its own each: connections are not shared.
            HttpClient single = HttpClient.newBuilder()
                    .sslContext(trusting(PLANE.webhookSecret()))
                    .build();
            answers.add(single.sendAsync(request(BodyPublishers.ofString(body)), BodyHandlers.ofString()));
        }

        assertThat(answers)
                .allSatisfy(answer -> assertThat(
                                patch(answer.get(30, TimeUnit.SECONDS)).toString())
                        .contains("batch-cpu"));
    }

    @Test
    void slowSendersHoldNoThread() throws Exception {
        List<SSLSocket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                SSLSocket socket = (SSLSocket)
                        trusting(PLANE.webhookSecret()).getSocketFactory().createSocket("localhost", PORT);
                slow.add(socket);
                socket.getOutputStream()
                        .write("POST /mutate-pod HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }

            assertThat(post(review("team", "{\"job\": \"batch\"}")).statusCode())
                    .isEqualTo(200);
        } finally {
            for (SSLSocket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aBodyOfUnknownLengthIsLimitedToo() throws Exception {
        byte[] large = "x".repeat(200 * 1024).getBytes(StandardCharsets.US_ASCII);

        HttpResponse<String> answer = client.send(
                request(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("65536 bytes");
    }

    @Test
    void showsDurationsAsAHistogramWithTheLabelsOfTheReference() throws Exception {
        post(review("team", "{\"job\": \"batch\"}"));

        HttpResponse<String> metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getAdminPort() + "/metrics"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(metrics.body())
                .contains("# TYPE koord_manager_webhook_webhook_duration_milliseconds histogram")
                .containsPattern("koord_manager_webhook_webhook_duration_milliseconds_bucket\\{object_type=\"pod\","
                        + "operation=\"CREATE\",plugin_name=\"ClusterColocationProfile\",status=\"allowed\","
                        + "webhook_type=\"mutate\",le=\"524.288\"\\} [1-9]");
    }
}
