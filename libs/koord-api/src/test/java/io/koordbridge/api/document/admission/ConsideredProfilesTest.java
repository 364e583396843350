package io.koordbridge.api.document.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsideredProfilesTest {

    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");

    @Test
    void readsBackWhatItWrites() {
        for (List<String> names : List.of(List.<String>of(), List.of("spark"), List.of("canary", "spark"))) {
            ConsideredProfiles written = new ConsideredProfiles(NOON, names);

            assertThat(ConsideredProfiles.of(written.text()).found()).contains(written);
        }
        assertThat(new ConsideredProfiles(NOON, List.of("canary", "spark")).text())
                .isEqualTo("2026-11-28T12:00:00Z canary spark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "spark", " 2026-11-28T12:00:00Z", "2026-11-28"})
    void aTextWithoutATimeInFrontIsUnreadable(String text) {
        assertThat(ConsideredProfiles.of(text).found()).isEmpty();
        assertThat(ConsideredProfiles.of(text).problems()).hasSize(1);
    }

    @Test
    void noTextIsAbsent() {
        assertThat(ConsideredProfiles.of(null).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, true", "120, true", "-120, true", "121, false", "-121, false", "99999999, false"})
    void belongsToAnAdmissionForTwoMinutes(long seconds, boolean recent) {
        assertThat(new ConsideredProfiles(NOON, List.of()).isRecent(NOON.plusSeconds(seconds)))
                .isEqualTo(recent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1000000000-01-01T00:00:00Z x", "+1000000000-12-31T23:59:59Z x"})
    void aTimeFarAwayIsNotRecent(String text) {
        assertThat(ConsideredProfiles.of(text).found())
                .hasValueSatisfying(read -> assertThat(read.isRecent(NOON)).isFalse());
    }
}
