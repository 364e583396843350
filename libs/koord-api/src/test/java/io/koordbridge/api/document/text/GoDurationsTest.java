package io.koordbridge.api.document.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "- | - | ''",
                "'' | - | ''",
                "500ms | PT0.5S | ''",
                "1.5h | PT1H30M | ''",
                "0 | PT0S | ''",
                "100us | PT0.0001S | ''",
                "100µs | PT0.0001S | ''",
                "100μs | PT0.0001S | ''",
                "1h30m | PT1H30M | ''",
                "-5m | - | '-5m'; allowed: a duration of 0s or more",
                "5 | - | '5'; allowed: a duration",
                "PT5M | - | 'PT5M'; allowed: a duration",
                "5M | - | '5M'; allowed: a duration",
                "' 5m' | - | ' 5m'; allowed: a duration",
                "٥m | - | '٥m'; allowed: a duration",
                "null | - | 'null'; allowed: a duration",
                "300000h1000000h2000000h | - | '300000h1000000h2000000h'; allowed: a duration"
            })
    void readsADocument(@Nullable String text, @Nullable Duration value, String problem) {
        Decoded<Duration> read = GoDurations.read(text, Duration.ZERO, "status.x", "duration");

        assertThat(read.value()).isEqualTo(value);
        assertThat(read.problems())
                .hasSize(problem.isEmpty() ? 0 : 1)
                .allSatisfy(one -> assertThat(one.message())
                        .startsWith("invalid status.x, field duration: ")
                        .contains(problem));
    }

    @Test
    void aHugeTextIsNotReadAndNotShown() {
        Decoded<Duration> read = GoDurations.read("9".repeat(100_000) + "s", Duration.ZERO, "status.x", "");

        assertThat(read.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).hasSizeLessThan(250));
    }
}
