package io.koordbridge.colo.plan.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesToSetTest {

    @Test
    void defaultsNeedOneSwitch() {
        assertThat(ValuesToSet.of(new Variant("defaults", Map.of())))
                .hasToString("{\"colocation\":{\"enabled\":true}}");
    }

    @Test
    void eachFieldIsInItsDocument() {
        Variant variant =
                new Variant("both", Map.of("cpuReclaimThresholdPercent", "70", "cpuSuppressThresholdPercent", "75"));

        assertThat(ValuesToSet.of(variant).at("/sloControllerConfig/data"))
                .hasToString("{\"colocation-config\":{\"cpuReclaimThresholdPercent\":70},"
                        + "\"resource-threshold-config\":{\"clusterStrategy\":{\"cpuSuppressThresholdPercent\":75}}}");
    }
}
