package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationsTest {

    @ParameterizedTest
    @CsvSource({
        "5m, 5m0s",
        "90m, 1h30m0s",
        "1.5h, 1h30m0s",
        "90s, 1m30s",
        "1500ms, 1.5s",
        "100ms, 100ms",
        "1500us, 1.5ms",
        "1500ns, 1.5µs",
        "999ns, 999ns",
        "0, 0s",
        "0h0m, 0s",
        "-5m, -5m0s",
        "+5m, 5m0s",
        ".5s, 500ms",
        "1h1h, 2h0m0s"
    })
    void writesTheCanonicalText(String text, String canonical) {
        assertThat(GoDurations.canonical(text)).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "m",
                "5 m",
                "5d",
                "1h30",
                "-",
                "1e3s",
                ".s",
                "9223372036854775808ns",
                "300000h1000000h2000000h"
            })
    void refusesWhatGoRefuses(String text) {
        assertThat(GoDurations.nanos(text)).isEmpty();
    }

    @Test
    void dropsFractionsOfANanosecond() {
        assertThat(GoDurations.nanos("1.9ns")).contains(1L);
        assertThat(GoDurations.nanos("1h")).contains(Duration.ofHours(1).toNanos());
    }
}
