package io.koordbridge.sloconfig.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GatedFieldsTest {

    private static final Map<String, String> THRESHOLDS = Map.of("resource-threshold-config", """
            {"clusterStrategy": {"enable": true,
                                 "cpuSuppressThresholdPercent": 65,
                                 "memoryEvictThresholdPercent": 70},
             "nodeStrategies": [{"name": "a", "nodeSelector": {"matchLabels": {"a": "b"}},
                                 "cpuEvictTimeWindowSeconds": 60}]}
            """);

    @Test
    void namesTheGateThatIsOffAndTheValueThatSetsIt() {
        assertThat(GatedFields.of(THRESHOLDS, Map.of()))
                .extracting(Finding::line, Finding::field, Finding::problem, Finding::allowed)
                .containsExactly(
                        tuple(
                                3,
                                "clusterStrategy.memoryEvictThresholdPercent",
                                "koordlet acts on it only with feature gate BEMemoryEvict or MemoryEvict, which is off",
                                "koordlet.config.featureGates.BEMemoryEvict=true"),
                        tuple(
                                5,
                                "nodeStrategies[0].cpuEvictTimeWindowSeconds",
                                "koordlet acts on it only with feature gate BECPUEvict or CPUEvict, which is off",
                                "koordlet.config.featureGates.BECPUEvict=true"));
    }

    @Test
    void saysNothingWhereOneOfTheGatesIsOn() {
        assertThat(GatedFields.of(THRESHOLDS, Map.of("BEMemoryEvict", true, "CPUEvict", true)))
                .isEmpty();
        assertThat(GatedFields.of(THRESHOLDS, Map.of("MemoryEvict", true)))
                .extracting(Finding::field)
                .containsExactly("nodeStrategies[0].cpuEvictTimeWindowSeconds");
    }

    @Test
    void aGateThatIsOnByDefaultCountsWhereItIsSwitchedOff() {
        assertThat(GatedFields.of(THRESHOLDS, Map.of("BEMemoryEvict", true, "CPUEvict", true, "BECPUSuppress", false)))
                .extracting(Finding::field)
                .containsExactly("clusterStrategy.cpuSuppressThresholdPercent");
    }

    @Test
    void namesAWholePartOfAClassOnce() {
        assertThat(GatedFields.of(Map.of("resource-qos-config", """
                        {"clusterStrategy": {"beClass": {"memoryQOS": {"enable": true, "wmarkRatio": 95},
                                                         "cpuQOS": {"enable": true},
                                                         "blkioQOS": {"enable": true}}}}
                        """), Map.of()))
                .extracting(Finding::field)
                .containsExactlyInAnyOrder("clusterStrategy.beClass.memoryQOS", "clusterStrategy.beClass.blkioQOS");
    }

    @Test
    void wholeDocumentsNeedTheirGateFieldByField() {
        assertThat(GatedFields.of(
                        Map.of(
                                "system-config", "{\"clusterStrategy\": {\"minFreeKbytesFactor\": 100}}",
                                "cpu-burst-config", "{\"clusterStrategy\": {\"policy\": \"auto\"}}"),
                        Map.of("CPUBurst", false)))
                .extracting(Finding::key, Finding::field)
                .containsExactly(
                        tuple("cpu-burst-config", "clusterStrategy.policy"),
                        tuple("system-config", "clusterStrategy.minFreeKbytesFactor"));
    }
}
