package io.koordbridge.koordlet.report.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.policy.forecast.DayShape;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DayNoteTest {

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final String SHAPE = DayShape.EMPTY.text();

    @Test
    void itsTextIsReadBack() {
        DayNote note = DayNote.NOTHING.with(NOW, 12.5, 40).with(NOW.plusSeconds(900), 13, 41);

        DayNote read = DayNote.parse(note.text(), NOW.plusSeconds(900));

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
                "at 2026-01-31T12:00:00Z\ncpu SHAPE\nmemory SHAPE\nmore\n",
                "at +1000000000-12-31T23:59:59Z\ncpu SHAPE\nmemory SHAPE\n"
            })
    void aTextThatAnotherHandWroteIsRefused(String text) {
        assertThatThrownBy(() -> DayNote.parse(text.replace("SHAPE", SHAPE), NOW))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileOfAClockThatWasAheadIsRefused() {
        String text = "at 2026-02-01T12:00:01Z\ncpu " + SHAPE + "\nmemory " + SHAPE + "\n";

        assertThatThrownBy(() -> DayNote.parse(text, NOW)).hasMessageContaining("more than a day ahead");
        assertThat(DayNote.parse(text, NOW.plusSeconds(1)).at())
                .isEqualTo(NOW.plus(Duration.ofDays(1)).plusSeconds(1));
    }

    /** Else nothing would be learnt until the wrong time comes. */
    @Test
    void aClockThatIsSetBackByDaysBeginsAnew() {
        DayNote ahead = DayNote.NOTHING.with(NOW.plus(Duration.ofDays(400)), 50, 50);

        DayNote anew = ahead.with(NOW, 10, 10);
        assertThat(anew.text()).isEqualTo(DayNote.NOTHING.with(NOW, 10, 10).text());

        DayNote back = anew.with(NOW.minusSeconds(3600), 90, 90);
        assertThat(back.text()).isEqualTo(anew.text());
    }
}
