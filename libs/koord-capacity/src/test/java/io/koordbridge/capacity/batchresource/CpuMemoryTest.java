package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuMemoryTest {

    private static final CpuMemory MOST = new CpuMemory(Long.MAX_VALUE, Long.MAX_VALUE);

    @Test
    void roundsFractionsAwayFromZero() {
        assertThat(new CpuMemory(1_000_001, 1_001).milliCpu()).isEqualTo(2);
        assertThat(new CpuMemory(1_000_001, 1_001).bytes()).isEqualTo(2);
        assertThat(new CpuMemory(-1_000_001, -1_001).milliCpu()).isEqualTo(-2);
        assertThat(new CpuMemory(2_000_000, 2_000).bytes()).isEqualTo(2);
    }

    @Test
    void sumsFractionsBeforeItRounds() {
        CpuMemory half = new CpuMemory(500_000, 500);

        assertThat(half.plus(half).milliCpu()).isEqualTo(1);
        assertThat(half.milliCpu() + half.milliCpu()).isEqualTo(2);
    }

    @Test
    void saturatesInsteadOfOverflowing() {
        assertThat(MOST.plus(new CpuMemory(1, 1))).isEqualTo(MOST);
        assertThat(CpuMemory.ZERO.minus(MOST).minus(MOST).nanoCpu()).isEqualTo(-Long.MAX_VALUE);
        assertThat(CpuMemory.ofMilliAndBytes(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2))
                .isEqualTo(MOST);
    }

    @Test
    void comparesEachSideByItself() {
        CpuMemory left = CpuMemory.ofMilliAndBytes(1_000, 10);
        CpuMemory right = CpuMemory.ofMilliAndBytes(500, 20);

        assertThat(left.max(right)).isEqualTo(CpuMemory.ofMilliAndBytes(1_000, 20));
        assertThat(left.min(right)).isEqualTo(CpuMemory.ofMilliAndBytes(500, 10));
        assertThat(right.minus(left).atLeastZero()).isEqualTo(CpuMemory.ofMilliAndBytes(0, 10));
    }

    @Test
    void roundsAShareUp() {
        CpuMemory share = CpuMemory.ofMilliAndBytes(1_000, 10).share(3);

        assertThat(share.milliCpu()).isEqualTo(334);
        assertThat(share.milliBytes()).isEqualTo(3_334);
    }
}
