package io.koordbridge.policy.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DayShapeTest {

    private static final int DAY = 1440;
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private static Instant minute(long minute) {
        return Instant.EPOCH.plus(Duration.ofMinutes(minute));
    }

    private static DayShape seen(DayShape shape, int from, int to, IntToDoubleFunction percent) {
        DayShape next = shape;
        for (int minute = from; minute < to; minute++) {
            next = next.with(minute(minute), percent.applyAsDouble(minute));
        }
        return next;
    }

    /** Calm nights, and from 9 to 18 a busy day. */
    private static double office(int minute) {
        int hour = minute % DAY / 60;
        return hour >= 9 && hour < 18 ? 50 : 10;
    }

    @Test
    void theMorningPeakIsForecastBeforeItComes() {
        int now = 3 * DAY + 8 * 60 + 55;
        DayShape shape = seen(DayShape.EMPTY, 0, now, DayShapeTest::office);

        assertThat(shape.peakWithin(minute(now), TEN_MINUTES)).hasValue(50);
        assertThat(shape.peakWithin(minute(now - 10), Duration.ofMinutes(5))).hasValue(10);
        assertThat(shape.peakWithin(minute(3 * DAY + 20 * 60), TEN_MINUTES)).hasValue(10);
    }

    @Test
    void onTheFirstDayNothingIsForecast() {
        for (int minute = 0; minute < DAY; minute += 10) {
            DayShape shape = seen(DayShape.EMPTY, 0, minute, DayShapeTest::office);
            assertThat(shape.peakWithin(minute(minute), TEN_MINUTES)).isEmpty();
        }
    }

    @Test
    void aNodeWithoutRhythmHasNoForecast() {
        Random random = new Random(11);
        int end = 6 * DAY;
        DayShape shape = DayShape.EMPTY;
        double level = 20;
        for (int minute = 0; minute < end; minute++) {
            if (minute % 15 == 0) {
                level = 10 + random.nextInt(40);
            }
            shape = shape.with(minute(minute), level);
            if (minute > 3 * DAY) {
                assertThat(shape.peakWithin(minute(minute), TEN_MINUTES)).isEmpty();
            }
        }
    }

    @Test
    void aPeakThatNoLongerComesFades() {
        DayShape shape = seen(DayShape.EMPTY, 0, 4 * DAY, DayShapeTest::office);
        DayShape later = seen(shape, 4 * DAY, 7 * DAY, minute -> office(minute) == 50 ? 30 : 10);
        int morning = 7 * DAY + 9 * 60;

        assertThat(seen(later, 7 * DAY, morning, minute -> 10)
                        .peakWithin(minute(morning), TEN_MINUTES)
                        .orElseThrow())
                .isBetween(30.0, 36.0);
    }

    @Test
    void aSilenceOfMoreThanAWeekForgetsTheShape() {
        DayShape shape = seen(DayShape.EMPTY, 0, 4 * DAY, DayShapeTest::office);
        int later = 12 * DAY;

        assertThat(shape.with(minute(later), 10).peakWithin(minute(later), Duration.ofDays(1)))
                .isEmpty();
    }

    @Test
    void aTimeBeforeTheLastSampleOrAfterADayWithoutSamplesHasNoForecast() {
        DayShape shape = seen(DayShape.EMPTY, 0, 4 * DAY, DayShapeTest::office);

        assertThat(shape.peakWithin(minute(3 * DAY), TEN_MINUTES)).isEmpty();
        assertThat(shape.peakWithin(minute(4 * DAY), TEN_MINUTES)).isPresent();
        assertThat(shape.peakWithin(minute(5 * DAY + 60), TEN_MINUTES)).isEmpty();
        assertThat(shape.peakWithin(minute(4 * DAY), Duration.ofMinutes(-1))).isEmpty();
    }

    @Test
    void samplesThatCannotBeAreLeftOut() {
        DayShape shape = seen(DayShape.EMPTY, 0, 100, DayShapeTest::office);

        for (double wrong : List.of(-1.0, Double.NaN, Double.NEGATIVE_INFINITY)) {
            assertThat(shape.with(minute(200), wrong).text()).isEqualTo(shape.text());
        }
        assertThat(shape.with(minute(10), 90).text()).isEqualTo(shape.text());
        assertThat(shape.with(Instant.MIN, 90).text()).isEqualTo(shape.text());
        assertThat(shape.with(minute(100), Double.POSITIVE_INFINITY).text())
                .isEqualTo(shape.with(minute(100), 100).text());
    }

    @Property(tries = 50)
    void aForecastIsWithinTheNodeAndTheSameAfterACheckpoint(
            @ForAll @Size(min = 97, max = 400) List<@DoubleRange(max = 100) Double> quarters,
            @ForAll @IntRange(max = 2_000) int ahead) {
        DayShape shape = DayShape.EMPTY;
        int minute = 0;
        for (double percent : quarters) {
            shape = shape.with(minute(minute), percent);
            minute += 15;
        }
        DayShape read = DayShape.parse(shape.text()).orElseThrow();

        assertThat(read.text()).isEqualTo(shape.text()).hasSizeLessThan(300);
        assertThat(read.peakWithin(minute(minute), Duration.ofMinutes(ahead)))
                .isEqualTo(shape.peakWithin(minute(minute), Duration.ofMinutes(ahead)));
        shape.peakWithin(minute(minute), Duration.ofMinutes(ahead))
                .ifPresent(peak -> assertThat(peak).isBetween(0.0, 100.0));
    }
}
