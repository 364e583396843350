package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class NodeTraceTest {

    private static NodeTrace trace(long[] at, float... cpu) {
        return new NodeTrace("n", "all", NodeSize.DEFAULT, at, cpu, new float[cpu.length]);
    }

    @Test
    void aSampleHoldsUntilTheNextOneButNotOverAGap() {
        NodeTrace trace = trace(new long[] {0, 60, 960, 1861}, 1, 2, 3, 4);

        assertThat(trace.heldSeconds(0)).isEqualTo(60);
        assertThat(trace.heldSeconds(1)).isEqualTo(900);
        assertThat(trace.heldSeconds(2)).isZero();
        assertThat(trace.heldSeconds(3)).isZero();
    }

    @Test
    void findsTheFirstSampleAfterATime() {
        NodeTrace trace = trace(new long[] {0, 60, 120}, 1, 2, 3);

        assertThat(trace.firstAfter(-1)).isZero();
        assertThat(trace.firstAfter(0)).isEqualTo(1);
        assertThat(trace.firstAfter(61)).isEqualTo(2);
        assertThat(trace.firstAfter(120)).isEqualTo(3);
    }

    @Test
    void samplesThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trace(new long[] {0}, 1, 2))
                .withMessageContaining("1 times, 2 values of cpu_percent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trace(new long[] {60, 60}, 1, 2))
                .withMessage("node n: seconds 60 after 60: must ascend");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trace(new long[] {0}, Float.NaN))
                .withMessageContaining("cpu_percent NaN: must be a number of 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new NodeTrace("n", "all", NodeSize.DEFAULT, new long[1], new float[1], new float[] {-1}))
                .withMessageContaining("memory_percent -1.0");
    }

    @Test
    void theArraysOfTheCallerAreCopied() {
        long[] at = {0, 60};
        NodeTrace trace = trace(at, 1, 2);

        at[1] = 7;

        assertThat(trace.epochSeconds(1)).isEqualTo(60);
    }
}
