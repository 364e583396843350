package io.koordbridge.policy.evict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SatisfactionTest {

    private static final Satisfaction RULE = new Satisfaction(0.6, 0.8, 0.9);

    private static long release(double used, double limit, OptionalDouble fixedLimit) {
        TierCpu tier = new TierCpu(used, 4000, limit);
        return RULE.release(tier, tier, fixedLimit);
    }

    private static long byAllocatable(double used, double limit, @Nullable Long offered) {
        return release(used, limit, OptionalDouble.of(Satisfaction.limit(offered)));
    }

    @Test
    void anIdleTierStaysHoweverLittleBatchCpuTheNodeOffers() {
        for (long offered : new long[] {0, 1, 500, 999, 1000, 2000}) {
            assertThat(byAllocatable(100, 4000, offered)).as("%d m", offered).isZero();
        }
        assertThat(byAllocatable(100, 800, 0L)).as("a small limit of its own").isZero();
    }

    @Test
    void aBusyTierMakesRoomDownToWhatTheNodeOffers() {
        assertThat(byAllocatable(3900, 4000, 500L)).isEqualTo(4000 * 80 / 100 - 500);
        assertThat(byAllocatable(3900, 4000, 0L)).isEqualTo(4000 * 80 / 100 - 1);
        assertThat(byAllocatable(3900, 4000, 2400L)).isEqualTo(800);
        assertThat(byAllocatable(3900, 4000, 2401L)).as("enough is offered").isZero();
        assertThat(byAllocatable(3900, 4000, null))
                .as("the node shows no batch-cpu")
                .isZero();
        assertThat(byAllocatable(3900, 0, 500L)).as("no limit is known").isZero();
    }

    @Test
    void aThirdOfAWindowIsEnoughToJudgeByItsMeans() {
        assertThat(Satisfaction.isCovered(99, 300)).isFalse();
        assertThat(Satisfaction.isCovered(100, 300)).isTrue();
    }

    @Test
    void byItsOwnLimitATierOfLessThanOneCoreIsBusy() {
        assertThat(release(10, 441, OptionalDouble.empty())).isEqualTo(4000 * 80 / 100 - 441);
        assertThat(release(10, 1000, OptionalDouble.empty())).isZero();
    }
}
