package io.koordbridge.policy.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.policy.online.OnlineNote.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OnlineNoteTest {

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final OnlineNote.Capacity NODE = new OnlineNote.Capacity(10_000, 10_000);
    private static final OnlineNote WRITTEN = OnlineNote.written(use(1000, 1000, null), NOW);

    @Test
    void onlyWhatThisProcessWroteIsRemoved() {
        assertThat(OnlineNote.NOTHING.next(use(1000, 1000, null), NODE, NOW)).isEqualTo(Step.WRITE);
        assertThat(OnlineNote.NOTHING.next(null, NODE, NOW)).isEqualTo(Step.KEEP);
        assertThat(WRITTEN.next(null, NODE, NOW)).isEqualTo(Step.REMOVE);
    }

    @Test
    void aRiseIsWrittenAtOnceWhenItIsMoreThanNoise() {
        assertThat(step(use(1100, 1000, null), 1)).isEqualTo(Step.KEEP);
        assertThat(step(use(1101, 1000, null), 1)).isEqualTo(Step.WRITE);
        assertThat(step(use(1000, 1101, null), 1)).isEqualTo(Step.WRITE);
    }

    @Test
    void aFallWaitsForSomeMinutes() {
        assertThat(step(use(799, 1000, null), 299)).isEqualTo(Step.KEEP);
        assertThat(step(use(799, 1000, null), 300)).isEqualTo(Step.WRITE);
        assertThat(step(use(800, 1000, null), 300)).isEqualTo(Step.KEEP);
    }

    @Test
    void aRiseOfOneFigureCountsWhateverOthersDo() {
        OnlineUse mixed = new OnlineUse(NOW, List.of(new Window(Duration.ofMinutes(5), all(500), all(1101))), null);

        assertThat(step(mixed, 1)).isEqualTo(Step.WRITE);
    }

    @Test
    void itIsWrittenAgainBeforeItIsOutdated() {
        long renewed = OnlineUse.RENEWED.toSeconds();
        assertThat(step(use(1000, 1000, null), renewed - 1)).isEqualTo(Step.KEEP);
        assertThat(step(use(1000, 1000, null), renewed)).isEqualTo(Step.WRITE);
        assertThat(OnlineUse.RENEWED.multipliedBy(2)).isLessThan(OnlineUse.OUTDATED);
    }

    @Test
    void aWindowThatComesOrGoesIsWrittenAtOnce() {
        OnlineUse two = new OnlineUse(
                NOW,
                List.of(
                        new Window(Duration.ofMinutes(5), all(1000), all(1000)),
                        new Window(Duration.ofMinutes(30), all(1000), all(1000))),
                null);

        assertThat(step(two, 1)).isEqualTo(Step.WRITE);
        assertThat(OnlineNote.written(two, NOW).next(use(1000, 1000, null), NODE, NOW.plusSeconds(1)))
                .isEqualTo(Step.WRITE);
    }

    @Test
    void aForecastCountsLikeAPercentile() {
        OnlineNote written = OnlineNote.written(use(1000, 1000, new Forecast(Duration.ofMinutes(30), 2000, 2000)), NOW);

        assertThat(step(use(1000, 1000, new Forecast(Duration.ofMinutes(30), 2000, 2000)), 1))
                .as("comes")
                .isEqualTo(Step.WRITE);
        assertThat(written.next(use(1000, 1000, null), NODE, NOW.plusSeconds(1)))
                .as("goes")
                .isEqualTo(Step.WRITE);
        assertThat(written.next(
                        use(1000, 1000, new Forecast(Duration.ofMinutes(30), 2101, 2000)), NODE, NOW.plusSeconds(1)))
                .isEqualTo(Step.WRITE);
        assertThat(written.next(
                        use(1000, 1000, new Forecast(Duration.ofMinutes(30), 2100, 1000)), NODE, NOW.plusSeconds(1)))
                .isEqualTo(Step.KEEP);
    }

    /** A day of a node with a rhythm, whose use is noisy from second to second: a report each minute. */
    @Test
    void mostReportsOfANoisyDayWriteNothingAndNoFigureLagsBehind() {
        Random random = new Random(42);
        double[] day = new double[86_400];
        for (int second = 0; second < day.length; second++) {
            double rhythm = 3000 - 1500 * Math.cos(2 * Math.PI * second / day.length);
            day[second] = Math.max(0, rhythm + 300 * random.nextGaussian());
        }
        OnlineNote note = OnlineNote.NOTHING;
        int written = 0;
        for (int second = 1800; second <= day.length; second += 60) {
            Instant now = NOW.plusSeconds(second);
            OnlineUse wanted = new OnlineUse(
                    now, List.of(window(day, second, 300), window(day, second, 900), window(day, second, 1800)), null);
            if (note.next(wanted, NODE, now) == Step.WRITE) {
                note = OnlineNote.written(wanted, now);
                written++;
            }
            OnlineUse said = note.said();
            assertThat(said).isNotNull();
            assertThat(said.windows().get(1).cpuMilli().p95())
                    .isGreaterThanOrEqualTo(wanted.windows().get(1).cpuMilli().p95() - 100);
        }

        assertThat(written).isBetween(140, 290);
    }

    private static Window window(double[] day, int end, int seconds) {
        Percentiles cpu = SamplePercentiles.of(Arrays.copyOfRange(day, end - seconds, end), 1)
                .orElseThrow();
        return new Window(Duration.ofSeconds(seconds), cpu, all(1000));
    }

    private static Step step(OnlineUse wanted, long seconds) {
        return WRITTEN.next(wanted, NODE, NOW.plusSeconds(seconds));
    }

    private static OnlineUse use(long cpu, long memory, @Nullable Forecast forecast) {
        return new OnlineUse(NOW, List.of(new Window(Duration.ofMinutes(5), all(cpu), all(memory))), forecast);
    }

    private static Percentiles all(long amount) {
        return new Percentiles(amount, amount, amount, amount, amount, amount);
    }
}
