package io.koordbridge.policy.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.document.node.OnlineUse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DayNoteTest {

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final DayNote.Size PERCENT = new DayNote.Size(100, 100);
    private static final String SHAPE = DayShape.EMPTY.text();

    @Test
    void itsTextIsReadBack() {
        DayNote note = DayNote.NOTHING.with(NOW, 12.5, 40, PERCENT).with(NOW.plusSeconds(900), 13, 41, PERCENT);

        DayNote read = DayNote.parse(note.text());

        assertThat(read.at()).isEqualTo(NOW.plusSeconds(900));
        assertThat(read.text()).isEqualTo(note.text());
        assertThat(note.text()).hasSizeLessThan(1024);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "at 2026-01-31T12:00:00Z\n",
                "at yesterday\ncpu SHAPE\nmemory SHAPE\n",
                "at 2026-01-31T12:00:00Z\ncpu SHAPE\nmemory 2 none\n",
                "at 2026-01-31T12:00:00Z\nmemory SHAPE\ncpu SHAPE\n",
                "at 2026-01-31T12:00:00Z\ncpu SHAPE\nmemory SHAPE\nmore\n"
            })
    void aTextThatAnotherHandWroteIsRefused(String text) {
        assertThatThrownBy(() -> DayNote.parse(text.replace("SHAPE", SHAPE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aClockMayBeBehindByADay() {
        DayNote note = DayNote.NOTHING.with(NOW.plus(Duration.ofDays(1)), 1, 1, PERCENT);

        assertThat(note.isAhead(NOW)).isFalse();
        assertThat(note.isAhead(NOW.minusSeconds(1))).isTrue();
        assertThat(DayNote.NOTHING.isAhead(Instant.EPOCH)).isFalse();
    }

    /** A line of a later time would be learnt on to only when that time comes. */
    @Test
    void aLineOfATimeAfterTheLastSampleIsRefused() {
        DayNote note = DayNote.NOTHING.with(NOW, 10, 10, PERCENT);
        String later = DayNote.NOTHING
                .with(NOW.plusSeconds(900), 10, 10, PERCENT)
                .cpu()
                .text();

        assertThatThrownBy(() -> DayNote.parse(note.text().replaceFirst("(?m)^cpu .*$", "cpu " + later)))
                .hasMessage("the line 'cpu' is of a time after 2026-01-31T12:00:00Z");
        assertThatThrownBy(() -> DayNote.parse(note.text().replaceFirst("(?m)^memory .*$", "memory " + later)))
                .hasMessageContaining("'memory'");
        assertThat(DayNote.parse(note.text()).text()).isEqualTo(note.text());
    }

    @Test
    void anEarlierSampleChangesNothing() {
        DayNote note = DayNote.NOTHING.with(NOW, 10, 10, PERCENT);

        assertThat(note.with(NOW.minusSeconds(3600), 90, 90, PERCENT).text()).isEqualTo(note.text());
    }

    @Test
    void amountsBecomePartsOfTheNodeAndAmountsAgain() {
        DayNote.Size size = new DayNote.Size(8_000, 16L << 30);
        DayNote note = DayNote.NOTHING;
        Instant now = NOW;
        for (int quarter = 0; quarter < 4 * 96; quarter++, now = now.plusSeconds(900)) {
            int ofDay = quarter % 96;
            note = note.with(now, ofDay < 48 ? 2_000 : 6_000, 4L << 30, size);
        }

        assertThat(note.peak(now, Duration.ofMinutes(30), size))
                .contains(new OnlineUse.Forecast(Duration.ofMinutes(30), 2_000, 4L << 30));
        assertThat(note.withoutMemory().cpu()).isSameAs(note.cpu());
        assertThat(note.peak(now.plus(Duration.ofHours(12)), Duration.ofMinutes(30), size)
                        .orElseThrow()
                        .cpuMilli())
                .isEqualTo(6_000);
    }
}
