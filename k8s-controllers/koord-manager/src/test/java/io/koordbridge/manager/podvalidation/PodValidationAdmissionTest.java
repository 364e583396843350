package io.koordbridge.manager.podvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.featuregate.FeatureGates;
import io.koordbridge.manager.quotaadmission.QuotaNames;
import io.koordbridge.manager.quotatopology.QuotaObjects;
import io.koordbridge.manager.quotatopology.QuotaTopology;
import io.koordbridge.manager.webhook.AdmissionReviews;
import io.koordbridge.manager.webhook.ReviewDecision;
import io.koordbridge.manager.webhook.Verdict;
import io.koordbridge.manager.webhook.WebhookScope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodValidationAdmissionTest {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final FeatureGates GATES = FeatureGates.of(Map.of("ValidatePodDeviceResource", true));

    private static Verdict validate(String pod) {
        QuotaObjects none = QuotaObjects.of(List.of());
        QuotaMembership quotas = new QuotaMembership(
                (one, namespace) -> QuotaNames.of(one, namespace, none, false),
                () -> QuotaTopology.EMPTY,
                QuotaMembership.Admission.OFF,
                () -> true);
        PodValidationAdmission handler = new PodValidationAdmission(
                new PodValidation(GATES, quotas, () -> EnhancedRules.NONE),
                () -> true,
                new WebhookScope("koordinator-system", Set.of()),
                new MetricRegistry());
        return ReviewDecision.of(
                handler,
                new AdmissionReviews.Request(
                        "admission.k8s.io/v1",
                        "u",
                        "CREATE",
                        "pods",
                        "",
                        "team",
                        "p",
                        "somebody",
                        tree(pod),
                        null,
                        false));
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static String requesting(String amount) {
        return """
                {"metadata": {"name": "p", "labels": {"koordinator.sh/qosClass": "LSR"}}, "spec": {"priority": 9500,
                 "containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}},
                  {"name": "b", "resources": {"requests": {"cpu": %s, "koordinator.sh/gpu": "100"}}}]}}""".formatted(amount);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "\"1e999999999\"", "1e-999999999", "\"abc\"", "\"\"", "true", "{}", "[]"})
    void anAmountThatIsNoneIsRefusedByName(String amount) {
        Verdict verdict = validate(requesting(amount));

        assertThat(verdict.code()).isEqualTo(400);
        assertThat(verdict.message()).containsAnyOf("requests.cpu = ", "does not decode");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"metadata\": null, \"spec\": null}",
                "{\"spec\": {\"containers\": [null], \"initContainers\": [null, {}], \"overhead\": null}}",
                "{\"spec\": {\"containers\": [{\"resources\": {\"requests\": {\"cpu\": null}, \"limits\": null}}]}}",
                "{\"metadata\": {\"labels\": {\"a\": null}, \"annotations\": null}}"
            })
    void aPodThatNamesNextToNothingIsLookedAtWithoutAnError(String pod) {
        assertThat(validate(pod).isAllowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"metadata\": []}",
                "{\"spec\": \"x\"}",
                "{\"spec\": {\"containers\": {}}}",
                "{\"spec\": {\"containers\": [5]}}",
                "{\"spec\": {\"containers\": [{\"resources\": []}]}}",
                "{\"spec\": {\"priority\": 1e999999999}}",
                "{\"spec\": {\"terminationGracePeriodSeconds\": 99999999999999999999}}",
                "{\"metadata\": {\"labels\": {\"a\": {}}}}"
            })
    void aPodOfTheWrongShapeIsRefusedWithAReason(String pod) {
        Verdict verdict = validate(pod);

        assertThat(verdict.code()).isEqualTo(400);
        assertThat(verdict.message()).startsWith("the pod does not decode: ");
    }

    @Test
    void aPodInOrderIsAllowed() {
        assertThat(validate(requesting("\"1\"")).isAllowed()).isTrue();
    }
}
