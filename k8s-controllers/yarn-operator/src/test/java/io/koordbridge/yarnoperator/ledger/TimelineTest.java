package io.koordbridge.yarnoperator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");

    private final Timeline timeline = new Timeline();

    private void sample(long second) {
        timeline.sample(new Timeline.Sample(NOW.plusSeconds(second), null, null, null, null, null, null));
    }

    private void mark(long second) {
        timeline.mark(new Timeline.Mark(NOW.plusSeconds(second), "n1", "GROW", "4 to 8"));
    }

    @Test
    void givesOnlyWhatIsNewer() {
        sample(0);
        sample(1);
        mark(0);
        mark(1);

        assertThat(timeline.samples(NOW)).extracting(Timeline.Sample::time).containsExactly(NOW.plusSeconds(1));
        assertThat(timeline.marks(NOW)).extracting(Timeline.Mark::time).containsExactly(NOW.plusSeconds(1));
        assertThat(timeline.samples(NOW.minusSeconds(1))).hasSize(2);
    }

    @Test
    void keepsOldSamplesCoarserAndDropsTheOldestEvents() {
        for (int i = 0; i < 7_300; i++) {
            sample(i);
        }
        for (int i = 0; i < 1_100; i++) {
            mark(i);
        }

        assertThat(timeline.samples(Instant.MIN))
                .hasSizeBetween(900, 1_200)
                .extracting(Timeline.Sample::time)
                .contains(NOW, NOW.plusSeconds(60), NOW.plusSeconds(7_298), NOW.plusSeconds(7_299))
                .doesNotContain(NOW.plusSeconds(61));
        assertThat(timeline.marks(Instant.MIN)).hasSize(1_000);
    }
}
