package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadRulesTest {

    @Test
    void aWeightedResourceWithAnEstimateIsTaken() {
        Conversion conversion = Configurations.converted(Configurations.arguments(
                "LoadAwareScheduling",
                "resourceWeights: {nvidia.com/gpu: 1}, estimatedScalingFactors: {nvidia.com/gpu: 90}"));

        assertThat(conversion.values().at("/scheduler/config/loadAware/resourceWeights"))
                .hasToString("{\"nvidia.com/gpu\":1}");
    }

    @Test
    void anotherEstimatorHasNoCounterpart() {
        assertThat(Configurations.missed(Configurations.arguments("LoadAwareScheduling", "estimator: ours")))
                .containsExactly("profiles[0].pluginConfig[0].args.estimator");
    }
}
