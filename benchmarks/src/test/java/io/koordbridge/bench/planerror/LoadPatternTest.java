package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadPatternTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void aLevelLastsItsStepAndThePatternRepeats() {
        LoadPattern pattern = new LoadPattern(List.of(500L, 900L), 10);

        assertThat(pattern.seconds()).isEqualTo(20);
        assertThat(pattern.milliCpu(0)).isEqualTo(500);
        assertThat(pattern.milliCpu(10 * SECOND - 1)).isEqualTo(500);
        assertThat(pattern.milliCpu(10 * SECOND)).isEqualTo(900);
        assertThat(pattern.milliCpu(20 * SECOND)).isEqualTo(500);
    }

    @Test
    void aSeedGivesTheSameLoadAndAnotherSeedAnotherOne() {
        LoadPattern pattern = LoadPattern.of(7, 2000, 65);

        assertThat(pattern.levels())
                .hasSize(6)
                .allSatisfy(level -> assertThat(level).isBetween(200L, 800L));
        assertThat(LoadPattern.of(7, 2000, 65)).isEqualTo(pattern);
        assertThat(LoadPattern.of(8, 2000, 65)).isNotEqualTo(pattern);
    }

    @Test
    void noLevelIsRefused() {
        assertThatThrownBy(() -> LoadPattern.of(1, 2000, 9)).hasMessageContaining("0 levels of 10 s");
    }
}
