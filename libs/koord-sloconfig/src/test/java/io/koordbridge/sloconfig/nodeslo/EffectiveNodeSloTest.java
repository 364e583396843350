package io.koordbridge.sloconfig.nodeslo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.NodeSloSpec;
import org.junit.jupiter.api.Test;

/** What a node agent follows where a NodeSLO says little: node agent specification section 4.2. */
class EffectiveNodeSloTest {

    private static JsonNode effective(String spec) throws Exception {
        return PlainJson.MAPPER.valueToTree(EffectiveNodeSlo.of(PlainJson.MAPPER.readValue(spec, NodeSloSpec.class)));
    }

    @Test
    void fillsInEveryDefault() throws Exception {
        JsonNode spec = effective("{}");

        assertThat(spec.at("/resourceUsedThresholdWithBE/enable").asBoolean(true))
                .isFalse();
        assertThat(spec.at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                        .asInt())
                .isEqualTo(65);
        assertThat(spec.at("/cpuBurstStrategy/cpuBurstPercent").asInt()).isEqualTo(1000);
        assertThat(spec.at("/resourceQOSStrategy/systemClass/resctrlQOS/catRangeEndPercent")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void laysWhatTheObjectSaysOverTheDefaults() throws Exception {
        JsonNode spec =
                effective("{\"resourceUsedThresholdWithBE\": {\"enable\": true, \"cpuSuppressThresholdPercent\": 50}}");

        assertThat(spec.at("/resourceUsedThresholdWithBE/enable").asBoolean()).isTrue();
        assertThat(spec.at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                        .asInt())
                .isEqualTo(50);
        assertThat(spec.at("/resourceUsedThresholdWithBE/cpuSuppressPolicy").asText())
                .isEqualTo("cpuset");
    }

    @Test
    void takesTheValuesOfAPartThatIsOffAsNeutral() throws Exception {
        String off = "{\"resourceQOSStrategy\": {\"beClass\": {\"cpuQOS\": {\"enable\": false, \"groupIdentity\": -1},"
                + " \"resctrlQOS\": {\"enable\": true, \"catRangeEndPercent\": 20}}}}";

        JsonNode spec = effective(off);

        assertThat(spec.at("/resourceQOSStrategy/beClass/cpuQOS/groupIdentity").asInt(-9))
                .isZero();
        assertThat(spec.at("/resourceQOSStrategy/beClass/resctrlQOS/catRangeEndPercent")
                        .asInt())
                .isEqualTo(20);
        assertThat(spec.at("/resourceQOSStrategy/beClass/resctrlQOS/mbaPercent").asInt())
                .isEqualTo(100);
        assertThat(spec.at("/resourceQOSStrategy/beClass/memoryQOS/wmarkRatio").asInt(-9))
                .isZero();
    }

    @Test
    void followsAPartOfTheBestEffortClassThatIsOn() throws Exception {
        JsonNode spec = effective(
                "{\"resourceQOSStrategy\": {\"beClass\": {\"cpuQOS\": {\"enable\": true}, \"memoryQOS\": {\"enable\": true}}}}");

        assertThat(spec.at("/resourceQOSStrategy/beClass/cpuQOS/groupIdentity").asInt())
                .isEqualTo(-1);
        assertThat(spec.at("/resourceQOSStrategy/beClass/memoryQOS/wmarkMinAdj").asInt())
                .isEqualTo(50);
    }

    @Test
    void hasHostApplicationsOnlyWhereTheObjectNamesThem() throws Exception {
        assertThat(EffectiveNodeSlo.of(PlainJson.MAPPER.readValue("{}", NodeSloSpec.class))
                        .hostApplications())
                .isNull();
        assertThat(effective("{\"hostApplications\": [{\"name\": \"nginx\"}]}")
                        .at("/hostApplications/0/name")
                        .asText())
                .isEqualTo("nginx");
    }
}
