package io.koordbridge.quickstart.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class RealPlaneTest {

    @Test
    void aDefinitionWithoutStatusIsNotEstablished() {
        assertThat(RealPlane.established(null)).isFalse();
        assertThat(RealPlane.established(definition("{}"))).isFalse();
        assertThat(RealPlane.established(definition("{\"status\": {\"conditions\": null, \"storedVersions\": null}}")))
                .isFalse();
    }

    @Test
    void aDefinitionIsEstablishedByItsCondition() {
        assertThat(RealPlane.established(definition(condition("Established", "True"))))
                .isTrue();
        assertThat(RealPlane.established(definition(condition("Established", "False"))))
                .isFalse();
        assertThat(RealPlane.established(definition(condition("NamesAccepted", "True"))))
                .isFalse();
    }

    private static String condition(String type, String status) {
        return "{\"status\": {\"conditions\": [{\"type\": \"%s\", \"status\": \"%s\"}]}}".formatted(type, status);
    }

    private static CustomResourceDefinition definition(String json) {
        return Serialization.unmarshal(json, CustomResourceDefinition.class);
    }
}
