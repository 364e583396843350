package io.koordbridge.colo.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentFileTest {

    private static final String HEAD = "kind: ConfigMap\nmetadata: {name: koordlet-config}\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b\n",
                "kind: ConfigMap\nmetadata: {name: another}\ndata: {config.yaml: 'featureGates: {A: true}'}\n",
                HEAD,
                HEAD + "data: {config.yaml: '{'}\n",
                HEAD + "data: {config.yaml: 'featureGates: [A]'}\n",
                HEAD + "data: [x]\n"
            })
    void withoutAReadableConfigurationNoGateIsNamed(String text) {
        assertThat(AgentFile.gates(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'featureGates: {A: true, B: false}'", "\"featureGates:\\n  A: true\\n  B: false\\n\""})
    void namesTheGatesOfTheConfiguration(String configuration) {
        assertThat(AgentFile.gates(HEAD + "data: {config.yaml: " + configuration + "}\n"))
                .containsEntry("A", true)
                .containsEntry("B", false)
                .hasSize(2);
    }
}
