package io.koordbridge.quickstart.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelTest {

    @Test
    void readsTheQuotaOfVersionOne() {
        assertThat(Kernel.milliCpu("40000\n", 2_000)).isEqualTo(400);
        assertThat(Kernel.milliCpu("-1\n", 2_000)).isEqualTo(2_000);
    }

    @Test
    void readsQuotaAndPeriodOfVersionTwo() {
        assertThat(Kernel.milliCpu("20000 50000\n", 2_000)).isEqualTo(400);
        assertThat(Kernel.milliCpu("max 100000\n", 2_000)).isEqualTo(2_000);
    }
}
