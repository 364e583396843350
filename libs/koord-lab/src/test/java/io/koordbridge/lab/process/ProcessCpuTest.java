package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessCpuTest {

    @Test
    void addsUserAndSystemTimeWhateverTheProcessIsCalled() {
        String stat = "42 (a b) c) S 1 2 3 4 5 6 7 8 9 10 150 25 0 0 20 0 1 0 7";

        assertThat(ProcessCpu.used(stat)).isEqualTo(Duration.ofMillis(1_750));
    }

    @Test
    void countsThisProcess() {
        assertThat(ProcessCpu.used(ProcessHandle.current().pid()))
                .hasValueSatisfying(used -> assertThat(used).isPositive());
    }
}
