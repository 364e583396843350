package io.koordbridge.quickstart.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizingTest {

    private static final long GIB = 1L << 30;
    private static final Machine SMALL = new Machine(2, 24 * GIB, true);

    @Test
    void anIdleMachineGetsTheWholeStory() {
        Sizing sizing = Sizing.of(SMALL, new FreeNow(1_950, 20 * GIB), 42);

        assertThat(sizing).isEqualTo(new Sizing(1_000, 60, 1_800, 100, 6, 81));
    }

    @Test
    void aMachineWithoutFreeCpuGetsAJobThatItsFloorCanRun() {
        Sizing sizing = Sizing.of(SMALL, new FreeNow(0, 20 * GIB), 42);

        assertThat(sizing.executors()).isEqualTo(1);
        assertThat(sizing.jobCpuSeconds()).isEqualTo(16);
        assertThat(sizing.rushMilliCpu()).isEqualTo(300);
    }

    @Test
    void executorsFitIntoHalfOfTheFreeMemory() {
        assertThat(Sizing.of(SMALL, new FreeNow(2_000, 4 * GIB), 42).executors())
                .isEqualTo(2);
        assertThat(Sizing.of(SMALL, new FreeNow(2_000, GIB), 42).executors()).isEqualTo(1);
    }

    @Test
    void aLargeMachineIsNotAskedForMoreThanSixteenExecutorsCanDo() {
        Sizing sizing = Sizing.of(new Machine(64, 256 * GIB, true), new FreeNow(64_000, 200 * GIB), 42);

        assertThat(sizing.executors()).isEqualTo(16);
        assertThat(sizing.jobCpuSeconds()).isEqualTo(16 * 42);
    }

    @Test
    void theTierKeepsWhatTheNodeManagerNeeds() {
        assertThat(Sizing.tierFloorMilliCpu(new Machine(1, 1L << 30, true))).isEqualTo(250);
        assertThat(Sizing.tierFloorMilliCpu(new Machine(2, 1L << 30, true))).isEqualTo(500);
        assertThat(Sizing.tierFloorMilliCpu(new Machine(16, 1L << 30, true))).isEqualTo(3200);
    }
}
