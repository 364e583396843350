package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.koordlet.enforce.quota.QuotaMove;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstRulesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final BurstRules.Tokens TOKENS = new BurstRules.Tokens("containerd://a", NOW);

    private static BurstSettings settings(String policy, Long quotaPercent, Long seconds) {
        return BurstSettings.of(new CpuBurstStrategy(policy, 1_000L, quotaPercent, seconds, 50L));
    }

    @ParameterizedTest
    @CsvSource({
        "auto, true, 0.5, IDLE, UP",
        "auto, true, 0.5, COOLING, REMAIN",
        "auto, true, 0.5, UNKNOWN, REMAIN",
        "auto, true, 0.5, OVERLOAD, DOWN",
        "auto, true, 0, IDLE, REMAIN",
        "auto, true, , IDLE, REMAIN",
        "auto, true, 0, OVERLOAD, DOWN",
        "auto, false, 0.5, UNKNOWN, DOWN",
        "cfsQuotaBurstOnly, true, 0.5, IDLE, UP",
        "cpuBurstOnly, true, 0.5, OVERLOAD, RESET",
        "none, true, 0.5, IDLE, RESET",
    })
    void theQuotaFollowsThrottlingAndTheNode(
            String policy, boolean allowed, Double throttled, NodeState state, QuotaMove move) {
        assertThat(BurstRules.move(settings(policy, 300L, -1L), allowed, Optional.ofNullable(throttled), state))
                .isEqualTo(move);
    }

    @Test
    void thePeriodOfTheFileCounts() {
        assertThat(BurstRules.baseMicros(1_500, 50_000)).isEqualTo(75_000);
        assertThat(BurstRules.baseMicros(5, 100_000)).isEqualTo(1_000);
        assertThat(BurstRules.burstMicros(settings("auto", 300L, -1L), 1_500, 50_000))
                .isEqualTo(750_000);
        assertThat(BurstRules.burstMicros(settings("cfsQuotaBurstOnly", 300L, -1L), 1_500, 50_000))
                .isZero();
    }

    @Test
    void withoutAnEndThereIsNoBucket() {
        assertThat(BurstRules.allowance(settings("auto", 300L, -1L), null, Optional.of(9.0), 1_000, TOKENS))
                .isEqualTo(new BurstRules.Allowance(true, null));
        assertThat(BurstRules.allowance(settings("auto", 50L, 10L), null, Optional.of(9.0), 1_000, TOKENS))
                .isEqualTo(new BurstRules.Allowance(false, null));
    }

    @Test
    void anotherCapacityBeginsAnew() {
        TokenBucket full = TokenBucket.of(10, 200, 1_000, NOW);

        assertThat(BurstRules.allowance(settings("auto", 200L, 10L), full, Optional.of(0.9), 1_000, TOKENS))
                .isEqualTo(new BurstRules.Allowance(true, full));
        assertThat(BurstRules.allowance(settings("auto", 200L, 20L), full, Optional.of(0.9), 1_000, TOKENS)
                        .bucket())
                .isNotNull()
                .satisfies(bucket -> assertThat(bucket.capacity()).isEqualTo(2_000));
    }
}
