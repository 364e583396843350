package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.policy.online.SamplePercentiles;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UseWindowTest {

    private static final Duration LENGTH = Duration.ofMinutes(5);

    /** Each report sorts its window anew. */
    private static Optional<Window> plain(TraceSamples samples) {
        double[] memory = samples.bytes(LENGTH).values();
        double all = (double) samples.trace().size().bytes();
        return samples.trace().epochSeconds(samples.newest()) >= 270
                ? Optional.of(new Window(
                        LENGTH,
                        SamplePercentiles.of(samples.milliCpu(LENGTH).values(), 1)
                                .orElseThrow(),
                        SamplePercentiles.of(memory.length == 0 ? new double[] {all} : memory, 1)
                                .orElseThrow()))
                : Optional.empty();
    }

    private static void assertAlike(Percentiles found, Percentiles plain) {
        assertThat(found.mean()).isBetween(plain.mean() - 1, plain.mean() + 1);
        assertThat(new Percentiles(0, found.p50(), found.p90(), found.p95(), found.p99(), found.max()))
                .isEqualTo(new Percentiles(0, plain.p50(), plain.p90(), plain.p95(), plain.p99(), plain.max()));
    }

    @Property(tries = 200)
    void movingAlongGivesWhatSortingEachTimeGives(
            @ForAll @Size(min = 2, max = 120) List<@FloatRange(max = 100) Float> cpu,
            @ForAll @IntRange(min = 1, max = 400) int stepSeconds,
            @ForAll @IntRange(min = 1, max = 5) int reportedEach,
            @ForAll @IntRange(min = 1, max = 9) int memoryEach) {
        NodeTrace trace = Traces.of(
                "n",
                cpu.size(),
                stepSeconds,
                cpu::get,
                sample -> sample / 7 % memoryEach == 0 ? cpu.get(sample) / 2 : Double.NaN);
        UseWindow window = new UseWindow(LENGTH);
        for (int sample = 0; sample < cpu.size(); sample += reportedEach) {
            TraceSamples samples = new TraceSamples(trace, sample);

            Optional<Window> found = window.at(samples);

            Optional<Window> plain = plain(samples);
            assertThat(found.isPresent()).isEqualTo(plain.isPresent());
            found.ifPresent(
                    one -> assertAlike(one.cpuMilli(), plain.orElseThrow().cpuMilli()));
            found.ifPresent(
                    one -> assertAlike(one.memoryBytes(), plain.orElseThrow().memoryBytes()));
        }
    }

    @Test
    void afterAGapItIsWatchedAnew() {
        long[] at = {0, 300, 2_000, 2_260, 2_280};
        NodeTrace trace = new NodeTrace("n", "all", NodeSize.DEFAULT, at, new float[5], new float[5]);
        UseWindow window = new UseWindow(LENGTH);

        assertThat(IntStream.range(0, 5)
                        .mapToObj(sample ->
                                window.at(new TraceSamples(trace, sample)).isPresent()))
                .containsExactly(false, true, false, false, true);
    }
}
