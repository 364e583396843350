package io.koordbridge.sloconfig.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EstimateStrategyTest {

    private static EstimateStrategy read(String tree) throws Exception {
        return EstimateStrategy.of((ObjectNode) PlainJson.MAPPER.readTree(tree));
    }

    @Test
    void theDefaultsOfTheConfigurationAreTheReferencesRule() {
        EstimateStrategy byDefault = EstimateStrategy.of(ColocationSchemas.CONFIG.defaults());

        assertThat(byDefault).isEqualTo(EstimateStrategy.DEFAULT);
        assertThat(byDefault.onlyMean()).isTrue();
    }

    @Test
    void cpuAndMemoryHaveRulesOfTheirOwn() throws Exception {
        EstimateStrategy read = read("""
                {"cpuUsageEstimate": "p99", "cpuUsageEstimateWindowSeconds": 600, "memoryRiskPercent": 0.5, "forecast": true}""");

        assertThat(read.cpu()).isEqualTo(new Fixed(EstimateLevel.P99, Duration.ofMinutes(10)));
        assertThat(read.memory()).isEqualTo(new ByRisk(0.5));
        assertThat(read.forecast()).isTrue();
        assertThat(read.onlyMean()).isFalse();
    }

    @Test
    void eachSettingAloneIsMoreThanTheMean() throws Exception {
        for (String one : EstimateLevel.WIRE_NAMES.subList(1, EstimateLevel.WIRE_NAMES.size())) {
            assertThat(read("{\"memoryUsageEstimate\": \"" + one + "\"}").onlyMean())
                    .isFalse();
        }
        assertThat(read("{\"riskPercent\": 1}").onlyMean()).isFalse();
        assertThat(read("{\"forecast\": true}").onlyMean()).isFalse();
        assertThat(read("{\"cpuUsageEstimateWindowSeconds\": 60}").onlyMean()).isTrue();
    }
}
