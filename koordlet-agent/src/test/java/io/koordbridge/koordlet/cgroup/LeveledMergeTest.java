package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeveledMergeTest {

    @ParameterizedTest
    @CsvSource({"100000, 200000, 200000", "100000, -1, -1", "100000 100000, max 100000, max 100000"})
    void writesALargerQuotaFirst(String before, String text, String written) {
        assertThat(LeveledMerge.wider(Knob.CPU_CFS_QUOTA, before, text)).contains(written);
    }

    @ParameterizedTest
    @CsvSource({"200000, 100000", "-1, 100000", "100000, 100000"})
    void leavesASmallerQuotaForTheSecondPass(String before, String text) {
        assertThat(LeveledMerge.wider(Knob.CPU_CFS_QUOTA, before, text)).isEmpty();
    }

    @Test
    void refusesAnOldContentThatIsNoAmount() {
        assertThatThrownBy(() -> LeveledMerge.wider(Knob.CPU_CFS_QUOTA, "broken", "100000"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'broken' is not an amount");
    }

    @Test
    void knowsAValueInTheNotationOfTheKernel() {
        assertThat(LeveledMerge.holds(Knob.CPU_CFS_QUOTA, "max 100000", "-1")).isTrue();
        assertThat(LeveledMerge.holds(Knob.CPU_CFS_QUOTA, "100000", "200000")).isFalse();
        assertThat(LeveledMerge.holds(Knob.MEMORY_LIMIT, "4096", "4100")).isTrue();
        assertThat(LeveledMerge.holds(Knob.MEMORY_LIMIT, "8192", "4100")).isFalse();
        assertThat(LeveledMerge.holds(Knob.CPU_CFS_QUOTA, "", "100000")).isFalse();
    }
}
