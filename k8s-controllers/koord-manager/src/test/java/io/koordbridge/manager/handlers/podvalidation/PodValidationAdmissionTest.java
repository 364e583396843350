package io.koordbridge.manager.handlers.podvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.quota.admission.QuotaNames;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.manager.server.webhook.ReviewDecision;
import io.koordbridge.manager.server.webhook.WebhookScope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodValidationAdmissionTest {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final FeatureGates GATES = FeatureGates.of(Map.of("ValidatePodDeviceResource", true));

    private static AdmissionResult validate(String pod) {
        return validate(pod, null, "somebody");
    }

    private static AdmissionResult validate(String pod, @Nullable String before, String user) {
        return validate(pod, before, user, "");
    }

    private static AdmissionResult validate(String pod, @Nullable String before, String user, String subResource) {
        QuotaObjects none = new FixedQuotas(List.of());
        QuotaMembership quotas = new QuotaMembership(
                (one, namespace) -> QuotaNames.of(one, namespace, none, false),
                () -> QuotaTopology.EMPTY,
                QuotaMembership.Admission.OFF,
                () -> true);
        PodValidationAdmission handler = new PodValidationAdmission(
                new PodValidation(GATES, quotas, () -> EnhancedRules.NONE),
                () -> true,
                new WebhookScope("koordinator-system", Set.of()),
                "koord-manager"::equals,
                new MetricRegistry());
        return ReviewDecision.of(
                handler,
                new AdmissionReviews.Request(
                        "admission.k8s.io/v1",
                        "u",
                        before == null ? "CREATE" : "UPDATE",
                        "pods",
                        subResource,
                        "team",
                        "p",
                        user,
                        tree(pod),
                        before == null ? null : tree(before),
                        false,
                        CallerDeadline.UNKNOWN));
    }

    private static String labelled(String qos, String node) {
        return """
                {"metadata": {"name": "p", "labels": {"koordinator.sh/qosClass": "%1$s", "koordinator.sh/priority": "%1$s",
                  "quota.scheduling.koordinator.sh/preemptible": "%1$s"}},
                 "spec": {"priority": 5500, "nodeName": "%2$s", "containers": [{"name": "a"}]}}""".formatted(qos, node);
    }

    @Test
    void aProfileThatIsAppliedToAWaitingPodMayChangeWhatNobodyElseMay() {
        String before = labelled("", "");

        assertThat(validate(labelled("BE", ""), before, "somebody").isAllowed()).isFalse();
        assertThat(validate(labelled("BE", ""), before, "koord-manager").isAllowed())
                .isTrue();
        assertThat(validate(labelled("LSR", ""), before, "koord-manager").message())
                .contains("LSR and priority class koord-batch do not go together")
                .doesNotContain("may not change");
    }

    @Test
    void aPodThatHasFoundItsNodeKeepsWhatItIsWhoeverAsks() {
        assertThat(validate(labelled("BE", "n1"), labelled("", "n1"), "koord-manager")
                        .message())
                .contains("may not change");
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
        AdmissionResult verdict = validate(requesting(amount));

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
        AdmissionResult verdict = validate(pod);

        assertThat(verdict.code()).isEqualTo(400);
        assertThat(verdict.message()).startsWith("the pod does not decode: ");
    }

    @Test
    void aResizeIsLookedAtLikeAnUpdateAndNoOtherPartIs() {
        String before = requesting("\"1\"");
        String after = requesting("\"500m\"");

        assertThat(validate(after, before, "somebody", "resize").message()).contains("needs whole cores");
        assertThat(validate(after, before, "somebody", "status").isAllowed()).isTrue();
    }

    @Test
    void aPodInOrderIsAllowed() {
        assertThat(validate(requesting("\"1\"")).isAllowed()).isTrue();
    }
}
