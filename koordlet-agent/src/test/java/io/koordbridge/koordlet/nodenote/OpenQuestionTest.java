package io.koordbridge.koordlet.nodenote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class OpenQuestionTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aNewQuestionIsDueAtOnce() {
        assertThat(OpenQuestion.NONE.isDue("q1", null, NOW)).isTrue();
        assertThat(OpenQuestion.NONE.asked("q1", NOW).isDue("q2", "q1", NOW.plusSeconds(1)))
                .isTrue();
    }

    @Test
    void noQuestionAndAnAnsweredOneAreNeverDue() {
        assertThat(OpenQuestion.NONE.isDue(null, null, NOW)).isFalse();
        assertThat(OpenQuestion.NONE.isDue("q1", "q1", NOW)).isFalse();
    }

    @Test
    void aStreamOfQuestionsIsAskedOnceASecond() {
        OpenQuestion open = OpenQuestion.NONE;
        int asked = 0;
        for (int i = 0; i < 10_000; i++) {
            Instant now = NOW.plusMillis(i);
            if (open.isDue("q" + i, null, now)) {
                open = open.asked("q" + i, now);
                asked++;
            }
        }

        assertThat(asked).isEqualTo(10);
    }

    @Test
    void aQuestionWithoutAnAnswerIsAskedThreeTimes() {
        OpenQuestion open = OpenQuestion.NONE;
        int asked = 0;
        for (int i = 0; i < 60; i++) {
            Instant now = NOW.plusSeconds(i);
            if (open.isDue("q1", null, now)) {
                open = open.asked("q1", now);
                asked++;
            }
        }

        assertThat(asked).isEqualTo(3);
        assertThat(open.isDue("q2", null, NOW.plusSeconds(60))).isTrue();
    }
}
