package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentDecoderTest {

    private static Decoded decode(String text) {
        return DocumentDecoder.decode("colocation-config", text, ColocationSchemas.STRATEGY);
    }

    @Test
    void readsNamesInAnyCaseAndTheLastOfDuplicates() {
        Decoded decoded = decode("{\"Enable\": false, \"ENABLE\": true, \"unknown\": {\"enable\": 3}}");

        assertThat(decoded.readable()).isTrue();
        assertThat(decoded.tree().toString()).isEqualTo("{\"enable\":true}");
    }

    @Test
    void namesKeyFieldValueRangeAndLine() {
        Decoded decoded = decode("{\"enable\": true,\n \"degradeTimeMinutes\": \"15\"}");

        assertThat(decoded.problems()).hasSize(1);
        assertThat(decoded.problems().get(0).message())
                .isEqualTo("colocation-config: degradeTimeMinutes = \"15\" (line 2), allowed: "
                        + "a whole number of 64 bits without fraction, exponent or quotes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{} {}",
                "{",
                "{\"degradeTimeMinutes\": 1.0}",
                "{\"degradeTimeMinutes\": 1e2}",
                "{\"enable\": \"true\"}",
                "{\"metricAggregatePolicy\": {\"durations\": [5]}}",
                "{\"resourceDiffThreshold\": 1e400}"
            })
    void refusesWhatIsNotOfTheWantedKind(String text) {
        assertThat(decode(text).readable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "5m,5m0s",
        "1h30m,1h30m0s",
        "1.5h,1h30m0s",
        "90s,1m30s",
        "1500ms,1.5s",
        "0,0s",
        "-2m,-2m0s",
        "100us,100µs"
    })
    void writesDurationsInOneForm(String text, String canonical) {
        assertThat(GoDurations.canonical(text)).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "m", "5m ", "1d", "9999999999h"})
    void refusesTextsThatAreNoDuration(String text) {
        assertThat(GoDurations.canonical(text)).isEmpty();
    }

    @Test
    void aLongRunOfDigitsIsRefusedWithoutTryingEveryPartOfIt() {
        String digits = "9".repeat(20_000);

        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(GoDurations.canonical(digits)).isEmpty();
            assertThat(GoDurations.canonical("0." + digits)).isEmpty();
        });
    }
}
