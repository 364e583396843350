package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.onlineuse.Expectation.Source;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpectationTest {

    private static Expectation of(Source source) {
        return new Expectation(source, "p95 of 15 min", 500, 300);
    }

    @Test
    void anEstimateBelowTheMeanFreesNothing() {
        assertThat(of(Source.NODE).extra()).isEqualTo(200);
        assertThat(new Expectation(Source.NODE, "p95 of 15 min", 200, 300).extra())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void nothingGrowsWhileNothingIsKnown(Source source) {
        assertThat(of(source).growsNot()).isEqualTo(source == Source.WAITING);
        assertThat(of(source).growingNotUntil("12:00").growsNot()).isTrue();
    }

    @Test
    void theWordsSayUntilWhenNothingGrows() {
        Expectation waits = of(Source.NODE).growingNotUntil("12:00");

        assertThat(waits.words()).isEqualTo("p95 of 15 min; nothing grows until 12:00");
        assertThat(waits.extra()).isEqualTo(200);
        assertThat(waits.source()).isEqualTo(Source.NODE);
    }

    @Test
    void onlyPercentilesAndTheForecastAreKnownNow() {
        assertThat(Stream.of(Source.values()).filter(source -> of(source).known()))
                .containsExactlyInAnyOrderElementsOf(Set.of(Source.ONLINE_SUM, Source.NODE, Source.FORECAST));
        assertThat(Stream.of(Source.values()).filter(source -> !of(source).asked()))
                .containsExactly(Source.MEAN_ONLY);
    }
}
