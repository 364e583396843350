package io.koordbridge.policy.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HysteresisTest {

    private static final Hysteresis COARSE = new Hysteresis(2, 2_048, 20, Duration.ofSeconds(30));
    private static final YarnAmount TEN = new YarnAmount(10, 10_240);

    private static LeasePlan plan(YarnAmount wanted, YarnAmount limit) {
        return new LeasePlan(wanted, limit, new YarnAmount(1, 1_024), BatchAmount.ZERO, 1_000, "");
    }

    @Test
    void growsByWholeStepsUnlessNothingChangedForLong() {
        LeasePlan more = plan(new YarnAmount(11, 20_480), new YarnAmount(20, 40_960));

        assertThat(COARSE.grown(TEN, more, Duration.ZERO)).isEqualTo(new YarnAmount(10, 20_480));
        assertThat(COARSE.grown(TEN, more, Duration.ofSeconds(30))).isEqualTo(new YarnAmount(11, 20_480));
    }

    @Test
    void shrinksAtOnceWhatIsAboveTheLimit() {
        LeasePlan less = plan(new YarnAmount(9, 9_216), new YarnAmount(9, 40_960));

        assertThat(COARSE.shrunk(TEN, less)).isEqualTo(new YarnAmount(9, 10_240));
    }

    @Test
    void aShrinkGoesLessFarByWholeSteps() {
        YarnAmount goal = new YarnAmount(2, 10_240);
        YarnAmount used = new YarnAmount(8, 4_096);

        assertThat(COARSE.restored(goal, new YarnAmount(3, 10_240), used)).isEqualTo(goal);
        assertThat(COARSE.restored(goal, new YarnAmount(5, 11_264), used)).isEqualTo(new YarnAmount(5, 10_240));
    }

    @Test
    void aShrinkGoesLessFarByLessWhenAllThatDrainsMayStay() {
        YarnAmount goal = new YarnAmount(2, 10_240);

        assertThat(COARSE.restored(goal, new YarnAmount(3, 10_240), new YarnAmount(3, 4_096)))
                .isEqualTo(new YarnAmount(3, 10_240));
    }

    @Test
    void aShrinkNeverGoesFurtherThanItsGoal() {
        assertThat(COARSE.restored(TEN, new YarnAmount(1, 1_024), TEN)).isEqualTo(TEN);
    }

    @Test
    void refusesNegativeSteps() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Hysteresis(-1, 0, 0, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Hysteresis(0, 0, 101, Duration.ZERO));
    }
}
