package io.koordbridge.lab.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class ChartDefinitionsTest {

    @Test
    void aDefinitionWithoutStatusIsNotEstablished() {
        assertThat(ChartDefinitions.isEstablished(null)).isFalse();
        assertThat(ChartDefinitions.isEstablished(definition("{}"))).isFalse();
        assertThat(ChartDefinitions.isEstablished(
                        definition("{\"status\": {\"conditions\": null, \"storedVersions\": null}}")))
                .isFalse();
    }

    @Test
    void aDefinitionIsEstablishedByItsCondition() {
        assertThat(ChartDefinitions.isEstablished(definition(condition("Established", "True"))))
                .isTrue();
        assertThat(ChartDefinitions.isEstablished(definition(condition("Established", "False"))))
                .isFalse();
        assertThat(ChartDefinitions.isEstablished(definition(condition("NamesAccepted", "True"))))
                .isFalse();
    }

    private static String condition(String type, String status) {
        return "{\"status\": {\"conditions\": [{\"type\": \"%s\", \"status\": \"%s\"}]}}".formatted(type, status);
    }

    private static CustomResourceDefinition definition(String json) {
        return Serialization.unmarshal(json, CustomResourceDefinition.class);
    }
}
