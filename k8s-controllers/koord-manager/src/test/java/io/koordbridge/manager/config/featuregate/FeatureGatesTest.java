package io.koordbridge.manager.config.featuregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {

    @Test
    void fiveGatesAreOnByDefault() {
        assertThat(Arrays.stream(Gate.values())
                        .filter(FeatureGates.defaults()::isOn)
                        .map(Gate::wireName))
                .containsExactlyInAnyOrder(
                        "WebhookFramework",
                        "PodMutatingWebhook",
                        "PodValidatingWebhook",
                        "ElasticMutatingWebhook",
                        "ElasticValidatingWebhook");
        assertThat(Gate.values()).hasSize(31);
    }

    @Test
    void aNamedGateTakesItsValue() {
        FeatureGates gates = FeatureGates.of(Map.of("PodMutatingWebhook", false, "MultiQuotaTree", true));

        assertThat(gates.isOn(Gate.POD_MUTATING_WEBHOOK)).isFalse();
        assertThat(gates.isOn(Gate.MULTI_QUOTA_TREE)).isTrue();
        assertThat(gates.isOn(Gate.POD_VALIDATING_WEBHOOK)).isTrue();
    }

    @Test
    void anUnknownNameIsRefusedWithTheAllowedOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureGates.of(Map.of("MultiQuotaTrees", true)))
                .withMessageContaining("featureGates.MultiQuotaTrees")
                .withMessageContaining("MultiQuotaTree,");
        assertThat(FeatureGates.problem(Set.of("multiQuotaTree"))).isPresent();
    }

    @Test
    void namesWhatIsSwitchedOnWithoutEffect() {
        FeatureGates gates = FeatureGates.of(
                Map.of("PriorityTransformer", true, "EnableQuotaAdmissionOnUpdate", true, "MultiQuotaTree", true));
        FeatureGates withoutWebhooks = FeatureGates.of(Map.of(
                "WebhookFramework",
                false,
                "PodValidatingWebhook",
                false,
                "BindingAdmissionWebhook",
                true,
                "EnableQuotaAdmission",
                true));

        assertThat(gates.idle())
                .containsExactlyInAnyOrder(
                        "featureGates.PriorityTransformer = true has no effect: nothing in this process reads it",
                        "featureGates.EnableQuotaAdmissionOnUpdate = true has no effect without EnableQuotaAdmission");
        assertThat(withoutWebhooks.idle())
                .containsExactlyInAnyOrder(
                        "featureGates.BindingAdmissionWebhook = true has no effect without WebhookFramework",
                        "featureGates.EnableQuotaAdmission = true has no effect without PodValidatingWebhook");
        assertThat(FeatureGates.defaults().idle()).isEmpty();
        assertThat(FeatureGates.of(Map.of("EnableQuotaAdmissionOnUpdate", true, "EnableQuotaAdmission", true))
                        .idle())
                .isEmpty();
    }
}
