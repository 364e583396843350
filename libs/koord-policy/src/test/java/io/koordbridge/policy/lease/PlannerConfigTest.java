package io.koordbridge.policy.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import org.junit.jupiter.api.Test;

class PlannerConfigTest {

    private static PlannerConfig config(int share, YarnAmount minimum, long stepMb) {
        return new PlannerConfig(
                SharePolicy.STATIC, share, 500, 1000, minimum, YarnAmount.ZERO, stepMb, BatchAmount.ZERO);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        YarnAmount floor = new YarnAmount(1, 1024);

        assertThatThrownBy(() -> config(1001, floor, 512))
                .hasMessageContaining("share 1001 thousandths: must be 0 to 1000");
        assertThatThrownBy(() -> config(500, floor, 0)).hasMessageContaining("memoryStepMb 0: must be at least 1");
        assertThatThrownBy(() -> config(500, new YarnAmount(-1, 0), 512)).hasMessageContaining("must not be negative");
    }

    @Test
    void changesMinimumAndKeptSizeAlone() {
        PlannerConfig before = config(300, new YarnAmount(1, 1024), 512);
        PlannerConfig after = before.withMinimum(new YarnAmount(2, 2048)).withKeep(new YarnAmount(1, 4096));

        assertThat(after.minimum()).isEqualTo(new YarnAmount(2, 2048));
        assertThat(after.keep()).isEqualTo(new YarnAmount(1, 4096));
        assertThat(after.withMinimum(before.minimum()).withKeep(before.keep())).isEqualTo(before);
    }
}
