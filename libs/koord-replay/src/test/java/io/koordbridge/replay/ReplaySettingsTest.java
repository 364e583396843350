package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import org.junit.jupiter.api.Test;

class ReplaySettingsTest {

    @Test
    void shippedSettingsAreThoseThatHoldWithoutConfiguration() {
        ReplaySettings shipped = ReplaySettings.SHIPPED;

        assertThat(shipped.strategy()).isEqualTo(ColocationStrategy.DEFAULT);
        assertThat(shipped.damping().off()).isTrue();
        assertThat(shipped.estimate().onlyMean()).isTrue();
        assertThat(new HeldBelow(
                        shipped.protection().suppressThresholdPercent(),
                        shipped.protection().memoryThresholdPercent()))
                .isEqualTo(HeldBelow.DEFAULT);
    }

    @Test
    void onePartIsReplacedAndTheOthersStay() {
        ReplaySettings shipped = ReplaySettings.SHIPPED;

        ReplaySettings plain = shipped.withEarly(SurgePolicy.Settings.OFF);

        assertThat(plain.early().enabled()).isFalse();
        assertThat(plain.withEarly(shipped.early())).isEqualTo(shipped);
        assertThat(shipped.withStrategy(shipped.strategy())
                        .withDamping(shipped.damping())
                        .withEstimate(shipped.estimate())
                        .withProtection(shipped.protection())
                        .withLease(shipped.lease()))
                .isEqualTo(shipped);
    }
}
