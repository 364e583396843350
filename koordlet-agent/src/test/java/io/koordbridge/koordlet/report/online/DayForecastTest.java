package io.koordbridge.koordlet.report.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DayForecastTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final long GIB = 1L << 30;
    private static final Amounts SIZE = new Amounts(10_000, 100 * GIB);
    private static final NodeFacts NODE =
            new NodeFacts("node-a", null, SIZE, 0, SIZE, NodeFacts.Layout.NONE, Optional.empty(), null, null, Map.of());
    static final NodeView VIEW =
            new NodeView(Optional.of(NODE), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    @TempDir
    private Path directory;

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final List<String> problems = new ArrayList<>();
    private Instant now = START;

    private DayForecast forecast() {
        return new DayForecast(OnlineConfig.DEFAULT, store, directory, time -> time, problems::add);
    }

    /** From eight to six five cores are used, else one; memory has no rhythm. */
    private void run(DayForecast forecast, Duration length) {
        for (Instant end = now.plus(length); now.isBefore(end); now = now.plusSeconds(60)) {
            int hour = now.atOffset(ZoneOffset.UTC).getHour();
            store.append(Metric.ONLINE_CPU, SampleStore.NODE, now, hour >= 8 && hour < 18 ? 5 : 1);
            store.append(Metric.ONLINE_MEMORY, SampleStore.NODE, now, 40.0 * GIB);
            forecast.round(VIEW, now);
        }
    }

    private Optional<Forecast> asked(DayForecast forecast) {
        return forecast.of(SIZE.milliCpu(), SIZE.bytes(), now.minusSeconds(60));
    }

    @Test
    void theMorningPeakIsSaidBeforeItComesAndNotTheDayBefore() {
        DayForecast forecast = forecast();
        assertThat(asked(forecast)).isEmpty();
        run(forecast, Duration.ofHours(7).plusMinutes(40));
        assertThat(asked(forecast)).as("in the first day").isEmpty();

        run(forecast, Duration.ofDays(3));
        assertThat(asked(forecast).orElseThrow().cpuMilli()).isBetween(4_900L, 5_200L);
        assertThat(asked(forecast).orElseThrow().within()).isEqualTo(Duration.ofMinutes(30));

        run(forecast, Duration.ofHours(12));
        assertThat(asked(forecast).orElseThrow().cpuMilli())
                .as("in the evening")
                .isLessThan(1_500L);
        assertThat(problems).isEmpty();
    }

    @Test
    void aRestartGoesOnFromTheFile() {
        DayForecast before = forecast();
        run(before, Duration.ofDays(3).plusHours(7).plusMinutes(40));
        DayForecast restarted = forecast();
        assertThat(asked(restarted)).as("before the file is read").isEmpty();

        run(restarted, Duration.ofMinutes(2));

        assertThat(asked(restarted).orElseThrow().cpuMilli()).isBetween(4_900L, 5_200L);
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndLearningBeginsAnew() throws IOException {
        Files.writeString(directory.resolve(DayForecast.FILE), "what is this\n");
        DayForecast forecast = forecast();
        run(forecast, Duration.ofMinutes(3));

        assertThat(problems).singleElement().asString().contains(DayForecast.FILE, "learnt anew");
        assertThat(directory.resolve(DayForecast.FILE)).content().startsWith("at 2026-03-01T00:0");
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Files.writeString(directory.resolve(DayForecast.FILE), "x".repeat(5000));
        run(forecast(), Duration.ofMinutes(1));

        assertThat(problems).singleElement().asString().contains("at most 4096 bytes");
    }

    /** The thread that learns also writes to the disk: while that hangs, what was learnt grows old. */
    @Test
    void whatWasNotFollowedForMinutesSaysNothing() {
        DayForecast forecast = forecast();
        run(forecast, Duration.ofDays(3));
        assertThat(asked(forecast)).isPresent();

        now = now.plus(Duration.ofMinutes(6));
        assertThat(asked(forecast)).isEmpty();
    }

    @Test
    void theFileIsWrittenOnceInTenMinutes() throws IOException {
        DayForecast forecast = forecast();
        run(forecast, Duration.ofMinutes(3));
        String first = Files.readString(directory.resolve(DayForecast.FILE));
        run(forecast, Duration.ofMinutes(8));
        assertThat(directory.resolve(DayForecast.FILE)).content().isEqualTo(first);

        run(forecast, Duration.ofMinutes(2));
        assertThat(directory.resolve(DayForecast.FILE)).content().isNotEqualTo(first);
    }
}
