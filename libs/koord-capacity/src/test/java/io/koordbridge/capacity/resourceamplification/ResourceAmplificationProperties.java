package io.koordbridge.capacity.resourceamplification;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ResourceAmplificationProperties {

    @Property
    void neverFailsOnAnyTextOfTheKey(@ForAll String text) {
        KeyState config = KeyState.initial(NodeRatioSchemas.AMPLIFICATION)
                .next(NodeRatioSchemas.AMPLIFICATION, Map.of(NodeRatioSchemas.AMPLIFICATION.key(), text))
                .state();

        AmplificationOutcome outcome = ResourceAmplification.calculate(config, Map.of(), Map.of());

        assertThat(outcome.ratios().values()).allMatch(ratio -> ratio >= 1);
    }
}
