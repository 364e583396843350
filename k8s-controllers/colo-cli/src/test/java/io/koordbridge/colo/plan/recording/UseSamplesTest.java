package io.koordbridge.colo.plan.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import org.junit.jupiter.api.Test;

class UseSamplesTest {
    private static final NodeSize SIZE = new NodeSize(4_000, 1_000);

    @Test
    void becomesPercentOfTheNode() {
        UseSamples samples = UseSamples.empty();
        for (int i = 0; i < 100; i++) {
            samples.add(i, 1, 500);
        }

        NodeTrace trace = samples.trace("a", "all", SIZE);

        assertThat(Traces.epochSeconds(trace)).hasSize(100).endsWith(99L);
        assertThat(Traces.cpuPercent(trace)).containsOnly(25.0);
        assertThat(Traces.memoryPercent(trace)).containsOnly(50.0);
    }

    @Test
    void aTimeThatWasSeenAlreadyIsNoOtherSample() {
        UseSamples samples = UseSamples.empty();
        samples.add(10, 1, 0);
        samples.add(10, 2, 0);
        samples.add(9, 3, 0);

        assertThat(Traces.cpuPercent(samples.trace("a", "all", SIZE))).containsExactly(25);
    }

    @Test
    void timesWithoutCpuAreLeftOutAndUnknownMemoryStaysUnknown() {
        UseSamples samples = UseSamples.at(new long[] {60, 120, 180});
        samples.cores(0, 1);
        samples.cores(2, 2);
        samples.bytes(2, 1_000);

        NodeTrace trace = samples.trace("a", "all", SIZE);

        assertThat(Traces.epochSeconds(trace)).containsExactly(60, 180);
        assertThat(Traces.cpuPercent(trace)).containsExactly(25, 50);
        assertThat(Traces.memoryPercent(trace)).containsExactly(Double.NaN, 100);
        assertThat(UseSamples.at(new long[] {60}).known()).isFalse();
        assertThat(samples.known()).isTrue();
    }

    @Test
    void useStaysWithinTheNode() {
        UseSamples samples = UseSamples.empty();
        samples.add(1, 5, 2_000);
        samples.add(2, 0, 0);

        NodeTrace trace = samples.trace("a", "all", SIZE);

        assertThat(Traces.cpuPercent(trace)).containsExactly(100, 0);
        assertThat(Traces.memoryPercent(trace)).containsExactly(100, 0);
    }

    @Test
    void whatIsSubtractedIsNeverMoreThanThereIsAndUnknownLeavesAllOfIt() {
        UseSamples all = UseSamples.at(new long[] {60, 120, 180});
        UseSamples tier = UseSamples.at(new long[] {60, 120, 180});
        for (int i = 0; i < 3; i++) {
            all.cores(i, 2);
        }
        tier.cores(0, 1);
        tier.cores(1, 3);

        all.subtract(tier);

        assertThat(Traces.cpuPercent(all.trace("a", "all", SIZE))).containsExactly(25, 0, 50);
    }

    @Test
    void ofSeveralSeriesOfANodeTheLargestCounts() {
        UseSamples samples = UseSamples.at(new long[] {60});
        samples.cores(0, 2);
        samples.cores(0, 1);

        assertThat(Traces.cpuPercent(samples.trace("a", "all", SIZE))).containsExactly(50);
    }

    @Test
    void lessThanNothingIsUnknownAndNotIdle() {
        UseSamples samples = UseSamples.empty();
        samples.add(60, -1, 1 << 20);
        samples.add(120, 1, -1);

        NodeTrace trace = samples.trace("a", "all", new NodeSize(4_000, 8L << 20));

        assertThat(Traces.epochSeconds(trace)).containsExactly(120);
        assertThat(Traces.memoryPercent(trace)).containsOnly(Double.NaN);
    }
}
