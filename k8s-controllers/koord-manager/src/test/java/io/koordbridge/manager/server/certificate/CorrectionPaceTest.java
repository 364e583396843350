package io.koordbridge.manager.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CorrectionPaceTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void aFewCorrectionsAreMadeAtOnce() {
        assertThat(corrected(4).delay(NOW)).isZero();
        assertThat(corrected(5).delay(NOW)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whoeverIsContradictedAgainAndAgainWritesLessAndLess() {
        Instant now = NOW;
        CorrectionPace pace = CorrectionPace.QUIET;
        int writes = 0;
        while (now.isBefore(NOW.plusSeconds(3600))) {
            pace = pace.corrected(now);
            now = now.plus(pace.delay(now)).plusMillis(10);
            writes++;
        }

        assertThat(writes).isLessThan(200);
        assertThat(pace.delay(now)).isLessThanOrEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void quietMinutesAreForgottenAndSoIsAClockThatWasAhead() {
        assertThat(corrected(20).delay(NOW.plusSeconds(301))).isZero();
        assertThat(corrected(20).delay(NOW.minusSeconds(60))).isZero();
        assertThat(corrected(20).delay(NOW)).isEqualTo(Duration.ofSeconds(30));
    }

    private static CorrectionPace corrected(int times) {
        CorrectionPace pace = CorrectionPace.QUIET;
        for (int i = 0; i < times; i++) {
            pace = pace.corrected(NOW);
        }
        return pace;
    }
}
