package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerDeadlineTest {

    /** Close to where the clock wraps round. */
    private static final long ARRIVED = Long.MAX_VALUE - 1_000;

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static Duration waitAfter(String query, Duration sinceArrival) {
        return CallerDeadline.of(query, ARRIVED).atMost(LONGEST, ARRIVED + sinceArrival.toNanos());
    }

    @ParameterizedTest
    @CsvSource({
        "timeout=5s, 4000",
        "timeout=1s, 800",
        "timeout=500ms, 400",
        "timeout=1.5s, 1200",
        "timeout=12s, 9600",
        "dryRun=All&timeout=2s&x=, 1600",
        "timeout=0h0m5s, 4000"
    })
    void theWaitEndsBeforeTheCallersTimeDoes(String query, long waitMillis) {
        assertThat(waitAfter(query, Duration.ZERO)).isEqualTo(Duration.ofMillis(waitMillis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout=30s", "timeout=1m0s", "timeout=1h0m0s", "timeout=9999h9999m999999.999999999s"})
    void aPatientCallerWaitsNoLongerThanAnybody(String query) {
        assertThat(waitAfter(query, Duration.ZERO)).isEqualTo(LONGEST);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "NULL",
                "''",
                "timeout",
                "timeout=",
                "timeout=5",
                "timeout=0s",
                "timeout=-5s",
                "timeout=+5s",
                "timeout=.5s",
                "timeout=5s ",
                "timeout=5S",
                "timeout=5s5m",
                "timeout=5%73",
                "timeout=1e3s",
                "timeout=10000000000s",
                "timeoutSeconds=5",
                "Timeout=5s",
                "timeout=5s&timeout=1s"
            },
            nullValues = "NULL",
            ignoreLeadingAndTrailingWhitespace = false)
    void aCallerWhoseTimeCannotBeReadWaitsAsLongAsAnybody(String query) {
        assertThat(waitAfter(query, Duration.ofSeconds(60))).isEqualTo(LONGEST);
    }

    @Test
    void whatHasPassedSinceTheCallArrivedIsGone() {
        assertThat(waitAfter("timeout=5s", Duration.ofMillis(1_500))).isEqualTo(Duration.ofMillis(2_500));
        assertThat(waitAfter("timeout=5s", Duration.ofSeconds(4))).isZero();
        assertThat(waitAfter("timeout=5s", Duration.ofSeconds(60))).isZero();
    }
}
