package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColocationStrategyTest {

    private static final Duration LONGEST = Duration.ofDays(3650);

    @ParameterizedTest
    @CsvSource({"15, PT15M", "9223372036854775807, PT87600H", "-9223372036854775808, PT-87600H"})
    void timesOfANodesOwnStrategyStayWithinTenYears(long minutes, Duration expected) {
        ColocationStrategy strategy = EffectiveStrategy.of(
                        ColocationConfigReader.State.INITIAL.config(),
                        Map.of(),
                        Map.of(
                                Annotations.NODE_COLOCATION_STRATEGY,
                                "{\"degradeTimeMinutes\": %1$d, \"updateTimeThresholdSeconds\": %1$d}"
                                        .formatted(minutes)))
                .strategy();

        assertThat(strategy.degradeAfter()).isEqualTo(expected);
        assertThat(strategy.writeAgainAfter()).isBetween(LONGEST.negated(), LONGEST);
    }
}
