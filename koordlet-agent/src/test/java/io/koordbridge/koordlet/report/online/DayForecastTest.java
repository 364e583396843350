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
    private Duration clock = Duration.ZERO;

    private DayForecast forecast() {
        DayForecast forecast =
                new DayForecast(OnlineConfig.DEFAULT, store, directory, time -> time.plus(clock), problems::add);
        forecast.follow(Metric.ONLINE_MEMORY);
        return forecast;
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

    @Test
    void memoryIsLearntOfTheSeriesThatReportsCount() {
        DayForecast forecast = forecast();
        forecast.follow(Metric.ONLINE_MEMORY_WITH_PAGE_CACHE);
        for (Instant end = now.plus(Duration.ofDays(3)); now.isBefore(end); now = now.plusSeconds(60)) {
            int hour = now.atOffset(ZoneOffset.UTC).getHour();
            store.append(Metric.ONLINE_CPU, SampleStore.NODE, now, 1);
            store.append(Metric.ONLINE_MEMORY, SampleStore.NODE, now, 40.0 * GIB);
            store.append(
                    Metric.ONLINE_MEMORY_WITH_PAGE_CACHE, SampleStore.NODE, now, hour < 12 ? 60.0 * GIB : 80.0 * GIB);
            forecast.round(VIEW, now);
        }
        assertThat(asked(forecast).orElseThrow().memoryBytes())
                .as("until midnight")
                .isBetween(80 * GIB, 81 * GIB);

        forecast.follow(Metric.ONLINE_MEMORY);
        run(forecast, Duration.ofMinutes(2));
        assertThat(asked(forecast).orElseThrow().memoryBytes())
                .as("what was learnt of the other series is gone")
                .isZero();
    }

    @Test
    void nothingIsLearntBeforeTheSeriesOfReportsIsKnown() {
        DayForecast forecast = new DayForecast(OnlineConfig.DEFAULT, store, directory, time -> time, problems::add);
        run(forecast, Duration.ofMinutes(3));

        assertThat(directory.resolve(DayForecast.FILE)).doesNotExist();
    }

    @Test
    void aBootWithoutAClockKeepsTheDays() {
        run(forecast(), Duration.ofDays(3).plusHours(7));
        clock = Duration.between(now, Instant.EPOCH);
        DayForecast booted = forecast();

        run(booted, Duration.ofMinutes(30));
        assertThat(asked(booted)).as("at a time that nobody knows").isEmpty();
        clock = Duration.ZERO;
        run(booted, Duration.ofMinutes(10));

        assertThat(asked(booted).orElseThrow().cpuMilli()).isBetween(4_900L, 5_200L);
        assertThat(problems).isEmpty();
    }

    @Test
    void aClockThatStaysBehindTheFileBeginsAnew() {
        run(forecast(), Duration.ofDays(3));
        clock = Duration.ofDays(-40);
        DayForecast forecast = forecast();
        run(forecast, Duration.ofHours(2));

        assertThat(problems).singleElement().asString().contains("behind that by more than a day", "learnt anew");
        assertThat(directory.resolve(DayForecast.FILE)).content().startsWith("at 2026-01-");
    }

    @Test
    void aFileWithALineOfTheFutureIsNamedAndLearningBeginsAnew() throws IOException {
        run(forecast(), Duration.ofDays(3));
        Path file = directory.resolve(DayForecast.FILE);
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^cpu 1 \\d+ ", "cpu 1 99999999 "));

        run(forecast(), Duration.ofMinutes(3));

        assertThat(problems).singleElement().asString().contains("'cpu' is of a time after", "learnt anew");
    }
}
