package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CandidateHistoryTest {

    private static final Candidate P95 = new Candidate(Statistic.P95, Duration.ofMinutes(15));
    private static final Need CALM = new Need(60, 65, 20);
    private static final Need PEAK = new Need(60, 65, 50);

    private static CandidateHistory saying(double estimate) {
        return CandidateHistory.of(P95).says(new CandidateHistory.Forecasts(estimate, estimate));
    }

    @Test
    void aVerdictCountsOnceItIsKnownHowLongItHeld() {
        CandidateHistory judged = saying(20).judged(PEAK);

        assertThat(judged.misses().hours()).isZero();
        CandidateHistory counted = judged.counted(1, 2);
        assertThat(counted.misses().hours()).isEqualTo(2);
        assertThat(counted.shortPercent()).isEqualTo(100);
        assertThat(counted.offeredPercent()).isEqualTo(40);
        assertThat(counted.counted(1, 5).misses().hours()).isEqualTo(2);
        assertThat(counted.counted(0.5, 5).misses().hours()).isEqualTo(1);
    }

    @Test
    void shortIsWhenLessThanNineTenthsOfTheOfferIsLeft() {
        assertThat(saying(20).judged(CALM).counted(1, 1).shortPercent()).isZero();
        assertThat(new Need(60, 65, 29).isShort(20)).isFalse();
        assertThat(new Need(60, 65, 29.1).isShort(20)).isTrue();
        assertThat(new Need(60, 65, 100).isShort(60)).isFalse();
    }

    @Test
    void theNeedIsTheLowestEstimateThatIsNotShort() {
        assertThat(CALM.isShort(CALM.estimate() + 0.01)).isFalse();
        assertThat(CALM.isShort(CALM.estimate() - 0.01)).isTrue();
    }

    @Test
    void acrossAGapNothingIsJudged() {
        CandidateHistory after = saying(20)
                .judged(PEAK)
                .says(new CandidateHistory.Forecasts(1, 1))
                .forgetting(1);

        assertThat(after.judged(PEAK).counted(1, 1).misses().hours()).isZero();
    }

    @Test
    void withoutHoursThePercentagesAreZero() {
        assertThat(CandidateHistory.of(P95).shortPercent()).isZero();
        assertThat(CandidateHistory.of(P95).offeredPercent()).isZero();
    }
}
