package io.koordbridge.capacity.cpunormalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class CpuNormalizationProperties {

    @Property
    void showsARatioBetweenOneAndFiveOrNone(@ForAll @DoubleRange(min = -10, max = 10) double ratio) {
        NormalizationOutcome outcome = CpuNormalization.calculate(
                config("{\"enable\": true, \"defaultRatio\": " + ratio + "}"), Map.of(), topology("{}"));

        assertThat(outcome.failed()).isEqualTo(ratio < 1 || ratio > 5);
        assertThat(outcome.ratio()).isBetween(1.0, 5.0);
    }

    private static KeyState config(String text) {
        return KeyState.initial(NodeRatioSchemas.NORMALIZATION)
                .next(NodeRatioSchemas.NORMALIZATION, Map.of(NodeRatioSchemas.NORMALIZATION.key(), text))
                .state();
    }

    private static Map<String, String> topology(String info) {
        return Map.of(Annotations.NRT_CPU_BASIC_INFO, info);
    }
}
