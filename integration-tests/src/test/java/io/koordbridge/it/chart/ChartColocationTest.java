package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.protocol.WellKnown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One switch offers capacity and protects online pods; capacity without protection needs a value that says so. */
class ChartColocationTest {
    private static final String SUPPRESSION =
            "sloControllerConfig.data.resource-threshold-config.clusterStrategy.enable=false";

    private final Chart chart = new Chart();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSwitchIsCapacityAndSuppressionAtOnce(boolean on) {
        String[] settings = {"colocation.enabled=" + on};

        assertThat(document("colocation-config", settings).at("/enable").booleanValue())
                .isEqualTo(on);
        assertThat(document("colocation-config", settings)
                        .at("/degradeTimeMinutes")
                        .isInt())
                .isTrue();
        assertThat(document("resource-threshold-config", settings)
                        .at("/clusterStrategy/enable")
                        .booleanValue())
                .isEqualTo(on);
        assertThat(document("resource-threshold-config", settings)
                        .at("/clusterStrategy/cpuSuppressThresholdPercent")
                        .intValue())
                .isEqualTo(65);
        assertThat(document("resource-threshold-config", settings)
                        .at("/clusterStrategy/memoryEvictThresholdPercent")
                        .intValue())
                .isEqualTo(70);
        assertThat(memoryGate(settings)).isEqualTo(on);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void aValueOfTheAgentWinsOverTheSwitchForMemory(boolean colocation, boolean gate) {
        assertThat(memoryGate("colocation.enabled=" + colocation, "koordlet.config.featureGates.BEMemoryEvict=" + gate))
                .isEqualTo(gate);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colocation.enabled=true | " + SUPPRESSION
                        + " | sloControllerConfig.data.resource-threshold-config.clusterStrategy.enable is false",
                "sloControllerConfig.data.colocation-config.enable=true | logLevel=INFO | clusterStrategy.enable is false",
                "colocation.enabled=true | sloControllerConfig.data.resource-threshold-config.nodeStrategies[0].enable=false"
                        + " | nodeStrategies[0].enable is false",
                "colocation.enabled=true | koordlet.config.observeOnly=true | koordlet.config.observeOnly is true",
                "colocation.enabled=true | koordlet.config.suppress.enabled=false | koordlet.config.suppress.enabled is false",
                "colocation.enabled=true | koordlet.config.featureGates.BECPUSuppress=false | BECPUSuppress is false",
            })
    void refusesCapacityWithoutProtectionUnlessAValueSaysSo(String offer, String unprotected, String why) {
        assertThatThrownBy(() -> chart.renderWith(offer, unprotected))
                .hasMessageContaining(offer + " offers batch capacity, but")
                .hasMessageContaining(why)
                .hasMessageContaining("colocation.allowUnprotected=true");

        assertThat(chart.renderWith(offer, unprotected, "colocation.allowUnprotected=true"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theManagerObeysTheValueAtRunTime(boolean allow) {
        String config = Rendered.named(
                        chart.renderWith("colocation.allowUnprotected=" + allow),
                        ConfigMap.class,
                        "koord-manager-config")
                .getData()
                .values()
                .toString();

        assertThat(config).contains("allowUnprotected: " + allow);
    }

    @Test
    void protectsAlsoWhereTheDocumentOfThresholdsIsRemoved() {
        String[] settings = {"colocation.enabled=true", "sloControllerConfig.data.resource-threshold-config=null"};

        assertThat(document("resource-threshold-config", settings).toString())
                .isEqualTo("{\"clusterStrategy\":{\"enable\":true}}");
    }

    @Test
    void refusesTheSwitchWhereTheChartDoesNotWriteTheConfigMap() {
        assertThatThrownBy(() -> chart.renderWith("colocation.enabled=true", "sloControllerConfig.create=false"))
                .hasMessageContaining("colocation.enabled: without effect while sloControllerConfig.create=false");
    }

    private boolean memoryGate(String... settings) {
        String text = Rendered.named(chart.renderWith(settings), ConfigMap.class, "koordlet-config")
                .getData()
                .get("config.yaml");
        return Serialization.unmarshal(text, JsonNode.class)
                .at("/featureGates/BEMemoryEvict")
                .booleanValue();
    }

    private JsonNode document(String key, String... settings) {
        ConfigMap map = Rendered.named(chart.renderWith(settings), ConfigMap.class, WellKnown.SLO_CONFIG_MAP);
        return Serialization.unmarshal(map.getData().get(key), JsonNode.class);
    }
}
