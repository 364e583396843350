package io.koordbridge.quickstart.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyTest {

    @Test
    void theP99IsTheValueThatNinetyNinePercentDoNotExceed() {
        long[] backwards = LongStream.rangeClosed(1, 200).map(one -> 201 - one).toArray();

        assertThat(Latency.of(backwards)).contains(new Latency(200, 100, 198));
        assertThat(Latency.of(new long[] {7})).contains(new Latency(1, 7, 7));
        assertThat(Latency.of(new long[0])).isEmpty();
    }

    @Test
    void itsLineCanBeReadBack() {
        Latency latency = new Latency(4_000, 4_100, 12_345);

        assertThat(Latency.parse(latency.line() + "\n")).contains(latency);
        assertThat(Latency.parse("4000 41")).isEmpty();
        assertThat(Latency.parse("a b c")).isEmpty();
    }
}
