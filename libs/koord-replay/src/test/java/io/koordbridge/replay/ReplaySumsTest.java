package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplaySumsTest {

    private static final NodeResult.Counts NONE = new NodeResult.Counts(0, 0, 0, 0, 0, 0);

    @Test
    void addsUpByTime() {
        ReplaySums sums = new ReplaySums(new NodeSize(1000, 1000));
        sums.cpu(90, 100, new ReplaySums.Interval(500, 400, 600, false));
        sums.cpu(10, 800, new ReplaySums.Interval(200, 0, 0, true));
        sums.leased(100, 300);
        sums.memory(50, 400, 250, true);

        NodeResult result = sums.result(Traces.constant(0, 2), NONE);

        assertThat(result.seconds()).isEqualTo(new NodeResult.Seconds(100, 10, 50, 50));
        assertThat(result.cpu()).isEqualTo(new NodeResult.CpuSums(17_000, 47_000, 36_000, 54_000, 30_000));
        assertThat(result.memory()).isEqualTo(new NodeResult.MemorySums(20_000, 12_500));
        assertThat(result.tenth()).as("a tenth of the time is below it").isEqualTo(new NodeResult.Tenth(500, 250));
    }
}
