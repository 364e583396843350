package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CgroupLimitsTest {

    @Test
    void sharesAre1024ForEachVcoreTimesTheRatio() {
        assertThat(CgroupLimits.shares(4, 1.0, false)).isEqualTo(4096);
        assertThat(CgroupLimits.shares(4, 0.5, false)).isEqualTo(2048);
    }

    @Test
    void theParentWeighsTheCoresThatItsVcoresStandFor() {
        assertThat(CgroupLimits.parentShares(16, 8, 4)).isEqualTo(2048);
        assertThat(CgroupLimits.parentShares(3, 1, 4)).isEqualTo(3072);
        assertThat(CgroupLimits.parentShares(0, 8, 4)).isEqualTo(2);
    }

    @Test
    void theParentNeverWeighsMoreThanTheMachineHas() {
        assertThat(CgroupLimits.parentShares(16, 1, 2)).isEqualTo(2048);
        assertThat(CgroupLimits.parentShares(16, 0.001, 2)).isEqualTo(2048);
        assertThat(CgroupLimits.parentShares(Integer.MAX_VALUE, 0.001, 1000)).isEqualTo(262_144);
    }

    @Test
    void sharesStayInTheKernelsRange() {
        assertThat(CgroupLimits.shares(0, 1.0, false)).isEqualTo(2);
        assertThat(CgroupLimits.shares(1_000_000, 1.0, false)).isEqualTo(262_144);
        assertThat(CgroupLimits.shares(8, 1.0, true)).isEqualTo(2);
    }

    @Test
    void weightsCoverTheKernelsRange() {
        assertThat(CgroupLimits.weight(2)).isEqualTo(1);
        assertThat(CgroupLimits.weight(1024)).isEqualTo(39);
        assertThat(CgroupLimits.weight(262_144)).isEqualTo(10_000);
    }

    @Test
    void theParentHasRoomForWhatEndedContainersLeft() {
        assertThat(CgroupLimits.parentMemoryBytes(1024, 0, -1)).isEqualTo((1024L + 256) << 20);
        assertThat(CgroupLimits.parentMemoryBytes(20_480, 0, -1)).isEqualTo((20_480L + 1024) << 20);
        assertThat(CgroupLimits.parentMemoryBytes(1024, 0.5, 512)).isEqualTo(((1024L + 512) * 3 / 2) << 20);
        assertThat(CgroupLimits.parentMemoryBytes(1024, 0, 0)).isEqualTo(1024L << 20);
        assertThat(CgroupLimits.parentMemoryBytes(Long.MAX_VALUE, 0, -1)).isEqualTo(1L << 53);
    }

    @Test
    void memoryIsTheSizePlusTheOverhead() {
        assertThat(CgroupLimits.memoryBytes(512, 0)).isEqualTo(536_870_912);
        assertThat(CgroupLimits.memoryBytes(1000, 0.1)).isEqualTo(1_153_433_600);
        assertThat(CgroupLimits.memoryBytes(Long.MAX_VALUE, 0)).isEqualTo(1L << 53);
    }
}
