package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RealCoresTest {

    @Test
    void countsTheCpusOfAList() {
        assertThat(RealCores.count("0")).isEqualTo(1);
        assertThat(RealCores.count("0-1\n")).isEqualTo(2);
        assertThat(RealCores.count("0-3,6,8-9")).isEqualTo(7);
    }

    @Test
    void thisMachineHasAtLeastWhatTheJvmSees() {
        assertThat(RealCores.count())
                .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }
}
