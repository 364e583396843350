package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.CpuSet;
import org.junit.jupiter.api.Test;

class IntentTest {

    private static final String TIER = "kubepods/besteffort";

    @Test
    void aValueIsWrittenInTheTermsOfVersion1() {
        Intent intent = Intent.of(Knob.CPUSET_CPUS, TIER, CpuSet.parse("3,0-2"), "test");

        assertThat(intent.update().value()).isEqualTo("0-3");
        assertThat(intent.through(CpuSet.parse("0-7")).checked(Intent.Check.TEXT))
                .isEqualTo(new Intent(intent.update(), Intent.Check.TEXT, "0-7"));
    }

    @Test
    void aFileHoldsAValueInTheNotationOfTheKernel() {
        Intent.Target quota = new Intent.Target(Knob.CPU_CFS_QUOTA, TIER);
        Intent.Target memory = new Intent.Target(Knob.MEMORY_LIMIT, TIER);

        assertThat(quota.holds("max 100000", "-1")).isTrue();
        assertThat(quota.holds("50000 100000", "60000")).isFalse();
        assertThat(memory.holds("9223372036854771712", "-1")).isTrue();
        assertThat(memory.holds("99999744", "100000000")).isTrue();
    }
}
