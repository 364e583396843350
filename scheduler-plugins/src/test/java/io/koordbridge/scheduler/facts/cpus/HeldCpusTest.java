package io.koordbridge.scheduler.facts.cpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.CpuSet;
import org.junit.jupiter.api.Test;

class HeldCpusTest {

    private static final CpuSet FIRST = CpuSet.parse("0-1");
    private static final CpuSet SECOND = CpuSet.parse("1-2");

    @Test
    void countsThePodsOfEachCpu() {
        HeldCpus held = HeldCpus.NONE.plus(FIRST, "PCPULevel").plus(SECOND, "");

        assertThat(held.refCount(0)).isEqualTo(1);
        assertThat(held.refCount(1)).isEqualTo(2);
        assertThat(held.refCount(3)).isZero();
        assertThat(held.cpus()).isEqualTo(CpuSet.parse("0-2"));
    }

    @Test
    void keepsThePolicyOfTheNewestPod() {
        HeldCpus held = HeldCpus.NONE.plus(FIRST, "PCPULevel").plus(SECOND, "NUMANodeLevel");

        assertThat(held.isExclusive(0, "PCPULevel")).isTrue();
        assertThat(held.isExclusive(1, "PCPULevel")).isFalse();
        assertThat(held.isExclusive(1, "NUMANodeLevel")).isTrue();
        assertThat(held.isExclusive(3, "PCPULevel")).isFalse();
    }
}
