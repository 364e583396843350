package io.koordbridge.manager.handlers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.work.LinearWork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What tenants send to the webhook is read in time and memory that grow with it and no faster. */
class ForeignInputTest {

    private static final List<CompiledProfile> PROFILES = List.of(CompiledProfile.of(Json.as(
            object("{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"qosClass\": \"BE\"}}"),
            ClusterColocationProfile.class)));

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(
                LinearWork.test(
                        "containers of a batch pod", 5_000, ForeignInputTest::batchPod, ForeignInputTest::mutate),
                LinearWork.test("containers with GPUs", 5_000, ForeignInputTest::gpuPod, ForeignInputTest::mutate),
                LinearWork.test("containers that are decoded", 5_000, ForeignInputTest::batchPod, ObjectDecoding::pod),
                LinearWork.test(
                        "namespaces of a quota",
                        5_000,
                        size -> quota(Annotations.QUOTA_NAMESPACES, "[" + numbered("\"ns%d\"", size) + "]"),
                        quota -> QuotaDocuments.names(quota, Annotations.QUOTA_NAMESPACES)),
                LinearWork.test(
                        "amounts of a quota",
                        5_000,
                        size -> quota(Annotations.QUOTA_SHARED_WEIGHT, "{" + numbered("\"a.b/r%d\": 1", size) + "}"),
                        quota -> QuotaDocuments.amounts(quota, Annotations.QUOTA_SHARED_WEIGHT)));
    }

    private static ObjectNode object(String text) {
        try {
            return (ObjectNode) Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static String numbered(String form, int size) {
        return IntStream.range(0, size).mapToObj(form::formatted).collect(Collectors.joining(","));
    }

    private static HasMetadata quota(String annotation, String text) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("q")
                .withAnnotations(Map.of(annotation, text))
                .build());
        return quota;
    }

    private static ObjectNode batchPod(int containers) {
        return pod(containers, "cpu");
    }

    private static ObjectNode gpuPod(int containers) {
        return pod(containers, "koordinator.sh/gpu");
    }

    private static ObjectNode pod(int containers, String resource) {
        ObjectNode pod = object("{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"priority\": 5500}}");
        ArrayNode list = ((ObjectNode) pod.path("spec")).putArray("containers");
        for (int at = 0; at < containers; at++) {
            ObjectNode container = list.addObject().put("name", "c" + at).put("image", "i");
            container.putObject("resources").putObject("requests").put(resource, "100");
        }
        return pod;
    }

    /** The way of a review, from the pod as sent to the patch. */
    private static void mutate(ObjectNode pod) {
        PodMutation.Outcome outcome = PodMutation.mutate(new PodMutation.Input(
                pod, Map.of(), PROFILES, Map.of(), profile -> 0, PodMutation.Gates.NONE, quota -> Optional.empty()));
        if (AdmissionResult.changed(pod, outcome.pod()).patch().isEmpty()) {
            throw new AssertionError("not mutated: " + outcome.refusal());
        }
    }
}
