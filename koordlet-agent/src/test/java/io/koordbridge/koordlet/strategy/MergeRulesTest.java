package io.koordbridge.koordlet.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

class MergeRulesTest {

    private static String merged(Knob<Long> knob, long one, long other) {
        BinaryOperator<Intent> rule = MergeRules.of(knob).orElseThrow();
        return rule.apply(Intent.of(knob, "g", one, "a"), Intent.of(knob, "g", other, "b"))
                .update()
                .value();
    }

    @Test
    void theSmallerLimitWinsAndMinusOneIsNoLimit() {
        assertThat(merged(Knob.CPU_CFS_QUOTA, 5000, 9000)).isEqualTo("5000");
        assertThat(merged(Knob.CPU_CFS_QUOTA, -1, 9000)).isEqualTo("9000");
        assertThat(merged(Knob.MEMORY_LIMIT, 9000, -1)).isEqualTo("9000");
    }

    @Test
    void theLargerWeightWinsInAnyOrder() {
        assertThat(merged(Knob.CPU_SHARES, 512, 4096)).isEqualTo("4096");
        assertThat(merged(Knob.CPU_SHARES, 4096, 512)).isEqualTo("4096");
    }
}
