package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TierStepsTest {

    @Test
    void anIdleTierGetsItsFirstValueAtOnce() {
        TierSteps steps = new TierSteps(4_096_000);

        assertThat(steps.next(TierSteps.UNLIMITED, 2_048_000, new TierSteps.Usage(0, 0)))
                .isEqualTo(2_048_000);
    }
}
