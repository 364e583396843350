package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.handlers.configvalidation.ConfigReviews;
import io.koordbridge.manager.handlers.podvalidation.EnhancedRules;
import io.koordbridge.manager.handlers.podvalidation.PodQuotas;
import io.koordbridge.manager.handlers.podvalidation.PodValidation;
import io.koordbridge.manager.handlers.podvalidation.PodValidationAdmission;
import io.koordbridge.manager.handlers.resourceamplification.NodeStatusAdmission;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rules are not about passes, whatever it holds: other operations, subresources, other objects. */
class ReviewScopeTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FORBIDDEN_POD =
            "{\"metadata\":{\"name\":\"p\",\"annotations\":{\"scheduling.koordinator.sh/reserve-pod\":\"1\"}},\"spec\":{}}";
    private static final String BROKEN_NODE = """
            {"metadata":{"name":"n","annotations":{"node.koordinator.sh/resource-amplification-ratio":"{"}},
             "status":{"allocatable":{"cpu":"1"}}}""";
    private static final String BROKEN_CONFIG = """
            {"metadata":{"namespace":"koordinator-system","name":"slo-controller-config"},
             "data":{"colocation-config":"{"}}""";
    private static final String TWO_ENTRIES = """
            {"enable":true,"nodeConfigs":[{"name":"a","nodeSelector":{"matchLabels":{"x":"1"}}},
             {"name":"b","nodeSelector":{"matchLabels":{"y":"1"}}}]}""";
    private static final String NODE_OF_BOTH = "{\"metadata\":{\"name\":\"n\",\"labels\":{\"x\":\"1\",\"y\":\"1\"}}}";
    private static final String PLAIN_NODE = "{\"metadata\":{\"name\":\"n\"}}";

    private static Request request(
            String operation, String resource, @Nullable String object, @Nullable String oldObject) {
        String[] names = (resource + "/").split("/", -1);
        return new Request(
                "admission.k8s.io/v1",
                "u",
                operation,
                names[0],
                names[1],
                "team",
                "n",
                "somebody",
                tree(object),
                tree(oldObject),
                false,
                CallerDeadline.UNKNOWN);
    }

    private static @Nullable ObjectNode tree(@Nullable String json) {
        try {
            return json == null ? null : (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static boolean passesPods(Request request) {
        return new PodValidationAdmission(
                        new PodValidation(FeatureGates.of(Map.of()), PodQuotas.NONE, () -> EnhancedRules.NONE),
                        () -> true,
                        new WebhookScope("koordinator-system", Set.of()),
                        user -> false,
                        new MetricRegistry())
                .decide(request)
                .isAllowed();
    }

    private static boolean passesNodeStatus(Request request) {
        return new NodeStatusAdmission().decide(request).isAllowed();
    }

    private static boolean passesConfigMap(Request request) {
        ConfigMapRef configured = new ConfigMapRef("koordinator-system", "slo-controller-config");
        return ConfigReviews.ofConfigMap(request, configured, List.of(), false).isEmpty();
    }

    private static boolean passesNode(Request request) {
        return ConfigReviews.ofNode(request, Map.of("colocation-config", TWO_ENTRIES))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"UPDATE,pods/status", "UPDATE,pods/ephemeralcontainers", "CREATE,pods/eviction", "CREATE,replicasets"})
    void podsAloneAreValidated(String operation, String resource) {
        assertThat(passesPods(request("CREATE", "pods", FORBIDDEN_POD, null))).isFalse();
        assertThat(passesPods(request("UPDATE", "pods", FORBIDDEN_POD, FORBIDDEN_POD)))
                .isFalse();
        assertThat(passesPods(request(operation, resource, FORBIDDEN_POD, FORBIDDEN_POD)))
                .isTrue();
    }

    @Test
    void aDeletionCarriesTheOldObjectAlone() {
        assertThat(passesPods(request("DELETE", "pods", null, FORBIDDEN_POD))).isTrue();
        assertThat(passesNodeStatus(request("DELETE", "nodes/status", null, BROKEN_NODE)))
                .isTrue();
        assertThat(passesConfigMap(request("DELETE", "configmaps", null, BROKEN_CONFIG)))
                .isTrue();
        assertThat(passesNode(request("DELETE", "nodes", null, NODE_OF_BOTH))).isTrue();
    }

    @Test
    void theStatusOfANodeAloneIsAmplifiedAndOnlyWhenItChanges() {
        assertThat(passesNodeStatus(request("UPDATE", "nodes/status", BROKEN_NODE, BROKEN_NODE)))
                .isFalse();
        assertThat(passesNodeStatus(request("CREATE", "nodes/status", BROKEN_NODE, null)))
                .isTrue();
        assertThat(passesNodeStatus(request("UPDATE", "nodes", BROKEN_NODE, BROKEN_NODE)))
                .isTrue();
    }

    @Test
    void theConfiguredConfigMapAloneIsValidated() {
        assertThat(passesConfigMap(request("CREATE", "configmaps", BROKEN_CONFIG, null)))
                .isFalse();
        for (String other :
                List.of(BROKEN_CONFIG.replace("koordinator-system", "team"), BROKEN_CONFIG.replace("slo-", "my-"))) {
            assertThat(passesConfigMap(request("CREATE", "configmaps", other, null)))
                    .isTrue();
        }
    }

    @Test
    void newLabelsOfANodeAloneAreLookedAt() {
        assertThat(passesNode(request("UPDATE", "nodes", NODE_OF_BOTH, PLAIN_NODE)))
                .isFalse();
        assertThat(passesNode(request("UPDATE", "nodes", NODE_OF_BOTH, NODE_OF_BOTH)))
                .isTrue();
        assertThat(passesNode(request("UPDATE", "nodes/status", NODE_OF_BOTH, PLAIN_NODE)))
                .isTrue();
        assertThat(passesNode(request("CREATE", "nodes", NODE_OF_BOTH, null))).isTrue();
    }
}
