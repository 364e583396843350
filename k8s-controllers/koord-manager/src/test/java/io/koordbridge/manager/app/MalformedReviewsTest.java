package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.lab.process.FreePorts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The process with every path of the webhook, and reviews with one thing wrong in each. */
class MalformedReviewsTest {

    private static final int PORT = FreePorts.find(1).get(0);
    private static final ControlPlane PLANE = new ControlPlane();
    private static final List<String> GATES = List.of(
            "NodeMutatingWebhook",
            "NodeValidatingWebhook",
            "ConfigMapValidatingWebhook",
            "ReservationMutatingWebhook",
            "MultiQuotaTree",
            "EnableQuotaAdmission",
            "EnableQuotaAdmissionOnUpdate",
            "ElasticQuotaGuaranteeUsage",
            "ElasticQuotaEvaluationTransformPod",
            "ReplaceResourcesTransformer",
            "ValidatePodDeviceResource",
            "BindingAdmissionWebhook");
    private static final String PROFILE = """
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: batch}
            spec:
              qosClass: BE
              koordinatorPriority: 5500
              labels: {a: "1"}
              annotationKeysMapping: {b: c}
              labelSuffixes: {job: -x}
              patch: {spec: {terminationGracePeriodSeconds: 5}}
            """;
    private static final String QUOTA = """
            apiVersion: scheduling.sigs.k8s.io/v1alpha1
            kind: ElasticQuota
            metadata:
              name: q
              namespace: team
              labels: {quota.scheduling.koordinator.sh/is-parent: "true", quota.scheduling.koordinator.sh/tree-id: t}
            spec: {min: {cpu: 4, memory: 4Gi}, max: {cpu: 40, memory: 40Gi}}
            """;
    private static final List<String> FAULTS = List.of(
            "null",
            "true",
            "-1",
            "99999999999999999999",
            "1e999999999",
            "\"\"",
            "\" 1 \"",
            "[null]",
            "{\"cpu\": null}",
            "[".repeat(300) + "]".repeat(300));

    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static HttpClient client;

    /** A review of each path that is in order. */
    enum Review {
        MUTATE_POD("/mutate-pod", "CREATE", "pods", Review.POD, ""),
        VALIDATE_POD("/validate-pod", "CREATE", "pods", Review.POD, ""),
        VALIDATE_POD_UPDATE("/validate-pod", "UPDATE", "pods", Review.POD, "{\"metadata\": {}, \"spec\": {}}"),
        BIND("/validate-pod-binding", "CREATE", "pods/binding", "{\"target\": {\"name\": \"n\"}}", ""),
        MUTATE_NODE_STATUS("/mutate-node-status", "UPDATE", "nodes/status", Review.NODE, Review.NODE),
        VALIDATE_NODE("/validate-node", "UPDATE", "nodes", Review.NODE, "{\"metadata\": {\"labels\": {\"z\": \"1\"}}}"),
        VALIDATE_CONFIG_MAP("/validate-configmap", "UPDATE", "configmaps", Review.CONFIG_MAP, Review.CONFIG_MAP),
        MUTATE_QUOTA(Review.QUOTA_PATH.replace("X", "mutate"), "CREATE", "elasticquotas", Review.CHILD, ""),
        VALIDATE_QUOTA(Review.QUOTA_PATH.replace("X", "validate"), "CREATE", "elasticquotas", Review.CHILD, ""),
        VALIDATE_QUOTA_UPDATE(
                Review.QUOTA_PATH.replace("X", "validate"), "UPDATE", "elasticquotas", Review.CHILD, Review.CHILD),
        VALIDATE_QUOTA_DELETE(Review.QUOTA_PATH.replace("X", "validate"), "DELETE", "elasticquotas", "", Review.CHILD),
        MUTATE_RESERVATION("/mutate-reservation", "CREATE", "reservations", Review.RESERVATION, "");

        private static final String QUOTA_PATH = "/X-scheduling-sigs-k8s-io-v1alpha1-elasticquota";
        private static final String POD = """
                {"apiVersion": "v1", "kind": "Pod",
                 "metadata": {"name": "p", "labels": {"job": "j", "quota.scheduling.koordinator.sh/name": "q"},
                  "annotations": {"b": "1"}, "finalizers": ["f"]},
                 "spec": {"priority": 5500, "overhead": {"cpu": "1m"}, "nodeSelector": {"a": "b"},
                  "initContainers": [{"name": "i", "resources": {"limits": {"memory": "1Gi"}}}],
                  "containers": [{"name": "main", "args": ["x"], "env": [{"name": "E", "value": "v"}],
                    "ports": [{"containerPort": 80}],
                    "resources": {"requests": {"cpu": "1500m", "koordinator.sh/gpu": "100"}, "limits": {"cpu": 2}}}]}}
                """;
        private static final String RESERVATION = """
                {"metadata": {"name": "r", "labels": {"job": "j"}, "annotations": {"b": "1"}},
                 "spec": {"owners": [{}], "template": {"metadata": {"labels": {"l": "m"}}, "spec": {"priority": 1,
                  "containers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}]}}}}
                """;
        private static final String NODE = """
                {"metadata": {"name": "n", "labels": {"pool": "x", "zone": "1"},
                  "annotations": {"node.koordinator.sh/resource-amplification-ratio": "{\\"cpu\\": 1.5}"}},
                 "spec": {"unschedulable": true, "taints": [{"key": "k"}]},
                 "status": {"allocatable": {"cpu": "8", "memory": 1024}, "capacity": {"cpu": "8"},
                  "conditions": [{"type": "Ready"}]}}
                """;
        private static final String CONFIG_MAP = """
                {"metadata": {"name": "slo-controller-config", "namespace": "koordinator-system"},
                 "data": {"colocation-config": "{}"}, "binaryData": {"b": ""}, "immutable": false}
                """;
        private static final String CHILD = """
                {"metadata": {"name": "child", "namespace": "team",
                  "labels": {"quota.scheduling.koordinator.sh/parent": "q"}, "annotations": {
                   "quota.scheduling.koordinator.sh/shared-weight": "{\\"cpu\\": 1}",
                   "quota.scheduling.koordinator.sh/namespaces": "[\\"a\\"]"}},
                 "spec": {"min": {"cpu": 1, "memory": "1Gi"}, "max": {"cpu": "4", "memory": "4Gi"}},
                 "status": {"used": {"cpu": "1"}}}
                """;

        private final String path;
        private final String body;

        Review(String path, String operation, String resource, String object, String oldObject) {
            this.path = path;
            String[] names = resource.split("/");
            this.body = """
                    {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                      "uid": "u-1", "operation": "%s", "namespace": "team", "name": "n", "dryRun": true,
                      "resource": {"group": "", "version": "v1", "resource": "%s"}, "subResource": "%s",
                      "userInfo": {"username": "somebody"}, "object": %s, "oldObject": %s}}
                    """.formatted(
                            operation, names[0], names.length > 1 ? names[1] : "", orNull(object), orNull(oldObject));
        }

        private static String orNull(String json) {
            return json.isEmpty() ? "null" : json;
        }

        /** The review with another value in one place; the value is put into the text, so that nobody takes it apart here. */
        String with(String pointer, String value) {
            JsonNode copy = ControlPlane.json(body);
            int end = pointer.lastIndexOf('/');
            JsonNode parent = copy.at(pointer.substring(0, end));
            String name = pointer.substring(end + 1).replace("~1", "/").replace("~0", "~");
            if (parent instanceof ObjectNode object) {
                object.put(name, "@@");
            } else {
                ((ArrayNode) parent).set(Integer.parseInt(name), "@@");
            }
            return copy.toString().replace("\"@@\"", value);
        }

        List<String> pointers() {
            List<String> found = new ArrayList<>();
            collect("", ControlPlane.json(body), found);
            return found;
        }

        private static void collect(String pointer, JsonNode node, List<String> into) {
            node.properties().forEach(field -> {
                String below = pointer + "/" + field.getKey().replace("~", "~0").replace("/", "~1");
                into.add(below);
                collect(below, field.getValue(), into);
            });
            for (int i = 0; node.isArray() && i < node.size(); i++) {
                into.add(pointer + "/" + i);
                collect(pointer + "/" + i, node.get(i), into);
            }
        }
    }

    @BeforeAll
    static void start() throws Exception {
        PLANE.client
                .resource(Serialization.unmarshal(PROFILE, ClusterColocationProfile.class))
                .create();
        PLANE.client
                .resource(Serialization.unmarshal(QUOTA, ElasticQuota.class))
                .create();
        PLANE.configure("{}");
        process = PLANE.startManager(Stream.concat(
                        Stream.of("webhook.port=" + PORT, "logging.loggers.io\\.koordbridge=ERROR"),
                        GATES.stream().map(gate -> "featureGates." + gate + "=true"))
                .toArray(String[]::new));
        await().until(() -> PLANE.webhookSecret() != null);
        client = HttpClient.newBuilder()
                .sslContext(WebhookTest.trusting(PLANE.webhookSecret()))
                .build();
        await().ignoreExceptions().until(() -> Stream.of(Review.values()).allMatch(MalformedReviewsTest::isServed));
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    private static boolean isServed(Review review) {
        return post(review, review.body).statusCode() == 200;
    }

    private static HttpResponse<String> post(Review review, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + review.path))
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode response(HttpResponse<String> answer) {
        return ControlPlane.json(answer.body()).path("response");
    }

    @Test
    void whatAQuotaSaysInVainIsAWarningToWhoeverWritesIt() {
        Review review = Review.VALIDATE_QUOTA;
        String vain =
                "{\"name\": \"vain\", \"annotations\": {\"quota.scheduling.koordinator.sh/namespaces\": \"team\"}}";

        JsonNode response = response(post(review, review.with("/request/object/metadata", vain)));

        assertThat(response.path("allowed").asBoolean()).isTrue();
        assertThat(response.at("/warnings/0").asText())
                .startsWith("quota vain, not taken: invalid quota.scheduling.koordinator.sh/namespaces: 'team'");
        assertThat(response(post(review, review.with("/request/object/metadata/labels", "{}")))
                        .has("warnings"))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void nothingWrongInAReviewBecomesAnInternalError(Review review) {
        SoftAssertions softly = new SoftAssertions();
        for (String pointer : review.pointers()) {
            for (String fault : FAULTS) {
                HttpResponse<String> answer = post(review, review.with(pointer, fault));
                softly.assertThat(answer.statusCode())
                        .as("%s %s = %s: %s", review, pointer, fault, answer.body())
                        .isIn(200, 400);
                // What a text in labels and annotations says may well be what cannot be done.
                boolean says = fault.startsWith("\"") && pointer.matches(".*/(labels|annotations)/.*");
                if (answer.statusCode() == 200 && !says) {
                    softly.assertThat(response(answer).at("/status/code").asInt())
                            .as("%s %s = %s: %s", review, pointer, fault, answer.body())
                            .isLessThan(500);
                }
            }
        }
        softly.assertAll();
        assertThat(isServed(review)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MUTATE_POD | /request/object | null | request.object is missing",
                "MUTATE_POD | /request/object/spec/containers | 5 | the pod does not decode: spec.containers = 5, allowed: an array",
                "MUTATE_POD | /request/object/spec/containers/0/args/0 | 5 | spec.containers[0].args[0] = 5, allowed: a text",
                "MUTATE_POD | /request/object/spec/priority | \"1\" | spec.priority = \"1\", allowed: a whole number of 32 bits",
                "MUTATE_POD | /request/object/spec/overhead/cpu | \"1x\" | spec.overhead.cpu = \"1x\", allowed: a quantity",
                "MUTATE_POD | /request/object/metadata | [] | metadata = [], allowed: an object",
                "MUTATE_POD | /request/object/metadata/labels/job | {} | metadata.labels.job = {}, allowed: a text",
                "VALIDATE_POD | /request/object/spec/containers/0/resources/limits/cpu | 1e999999999 | resources.limits.cpu = 1E+999999999, allowed: a quantity",
                "VALIDATE_POD | /request/object | null | request.object is missing",
                "VALIDATE_POD_UPDATE | /request/oldObject | null | request.oldObject is missing",
                "VALIDATE_POD_UPDATE | /request/oldObject/spec | 5 | the pod does not decode: spec = 5, allowed: an object",
                "MUTATE_NODE_STATUS | /request/object | null | request.object is missing",
                "MUTATE_NODE_STATUS | /request/object/status/allocatable/memory | true | the node does not decode: status.allocatable.memory = true, allowed: a quantity",
                "MUTATE_NODE_STATUS | /request/oldObject/status | [] | the node does not decode: status = [], allowed: an object",
                "VALIDATE_NODE | /request/object/metadata/labels | \"x\" | the node does not decode: metadata.labels = \"x\", allowed: an object",
                "VALIDATE_NODE | /request/oldObject | null | request.oldObject is missing",
                "VALIDATE_CONFIG_MAP | /request/object/data/colocation-config | 5 | the config map does not decode: data.colocation-config = 5, allowed: a text",
                "VALIDATE_CONFIG_MAP | /request/oldObject/data | [] | the config map does not decode: data = [], allowed: an object",
                "VALIDATE_CONFIG_MAP | /request/object | null | request.object is missing",
                "MUTATE_QUOTA | /request/object | null | request.object is missing",
                "MUTATE_QUOTA | /request/object/spec/max/cpu | \"abc\" | the ElasticQuota does not decode: spec.max.cpu = \"abc\", allowed: a quantity",
                "MUTATE_QUOTA | /request/object/metadata/labels | 5 | the ElasticQuota does not decode: metadata.labels = 5, allowed: an object",
                "VALIDATE_QUOTA | /request/object/spec | [] | the ElasticQuota does not decode: spec = [], allowed: an object",
                "VALIDATE_QUOTA_UPDATE | /request/oldObject | null | request.oldObject is missing",
                "VALIDATE_QUOTA_DELETE | /request/oldObject/metadata/name | 5 | the ElasticQuota does not decode: metadata.name = 5, allowed: a text",
                "MUTATE_RESERVATION | /request/object | null | request.object is missing",
                "MUTATE_RESERVATION | /request/object/spec | 5 | the reservation does not decode: spec = 5, allowed: an object",
                "MUTATE_RESERVATION | /request/object/spec/template/spec/containers | {} | spec.template.spec.containers = {}, allowed: an array",
                "MUTATE_RESERVATION | /request/object/metadata/annotations/b | 5 | the reservation does not decode: metadata.annotations.b = 5, allowed: a text",
            })
    void anObjectThatIsNotOfItsKindIsRefusedWithFieldValueAndRange(
            Review review, String pointer, String fault, String reason) {
        JsonNode response = response(post(review, review.with(pointer, fault)));

        assertThat(response.path("allowed").asBoolean()).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(400);
        assertThat(response.at("/status/message").asText()).contains(reason);
    }
}
