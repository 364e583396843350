package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.plan.outcome.Variant;
import io.koordbridge.replay.ReplaySettings;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanSettingsTest {

    @Test
    void withoutChangesColocationIsOnWithItsDefaults() {
        ReplaySettings settings = PlanSettings.of(new Variant("defaults", Map.of()));

        assertThat(settings.strategy().enable()).isTrue();
        assertThat(settings.strategy().cpuReclaimThresholdPercent()).isEqualTo(60);
        assertThat(settings.damping()).isEqualTo(DampingStrategy.OFF);
        assertThat(settings.protection()).isEqualTo(ReplaySettings.SHIPPED.protection());
    }

    @Test
    void fieldsReachStrategyDampingAndProtection() {
        ReplaySettings settings = PlanSettings.of(new Variant(
                "all",
                Map.of(
                        "memoryReclaimThresholdPercent",
                        "50",
                        "extensions.damping",
                        "{\"growStepPercent\":5}",
                        "cpuSuppressThresholdPercent",
                        "75",
                        "riskPercent",
                        "2")));

        assertThat(settings.strategy().memoryReclaimThresholdPercent()).isEqualTo(50);
        assertThat(settings.damping().off()).isFalse();
        assertThat(settings.estimate()).isNotEqualTo(ReplaySettings.SHIPPED.estimate());
        assertThat(settings.protection().suppressThresholdPercent()).isEqualTo(75);
    }
}
