package io.koordbridge.scheduler.place.numa;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.place.numa.AmplifiedCpuFit.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AmplifiedCpuFitTest {

    private static final NodeRatios DOUBLE = new NodeRatios(2, Map.of("cpu", 2.0), false, 1, List.of());

    @Test
    void countsExclusiveCpusWithTheRatio() {
        // Two exclusive cpus of 32 amplified ones take 4: 28 are left.
        assertThat(AmplifiedCpuFit.fits(new Question(28_000, false, 32_000, 2_000, 2), DOUBLE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(28_001, false, 32_000, 2_000, 2), DOUBLE))
                .isFalse();
    }

    @Test
    void countsARequestForExclusiveCpusWithTheRatio() {
        assertThat(AmplifiedCpuFit.fits(new Question(16_000, true, 32_000, 0, 0), DOUBLE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(16_001, true, 32_000, 0, 0), DOUBLE))
                .isFalse();
    }

    @Test
    void doesNotCountExclusiveCpusThatRequestsDoNotCover() {
        assertThat(AmplifiedCpuFit.used(1_000, 2, DOUBLE)).isEqualTo(1_000);
    }

    @Test
    void hasNothingToSayAboutOtherNodes() {
        assertThat(AmplifiedCpuFit.fits(new Question(99_000, false, 16_000, 0, 0), NodeRatios.NONE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(0, false, 0, 9_000, 0), DOUBLE))
                .isTrue();
    }

    @Test
    void roundsTheAmplifiedAmountUp() {
        assertThat(new NodeRatios(1.33, Map.of("cpu", 1.33), false, 1, List.of()).amplify(1_001))
                .isEqualTo(1_332);
    }
}
