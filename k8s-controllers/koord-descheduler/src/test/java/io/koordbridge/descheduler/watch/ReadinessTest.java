package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static CacheLag pods(int behindSeconds) {
        return new CacheLag("pods", true, Duration.ofSeconds(behindSeconds));
    }

    @Test
    void actsOnceAllIsReadAndFollowed() {
        List<CacheLag> caches = List.of(pods(0));

        assertThat(Readiness.filled(caches)).isTrue();
        assertThat(Readiness.live(caches)).isTrue();
        assertThat(Readiness.lacking(caches)).isEmpty();
        assertThat(Readiness.whyNotToAct(caches, LIMIT)).isEmpty();
    }

    @Test
    void actsOnNothingBeforeEveryKindWasRead() {
        List<CacheLag> caches = List.of(pods(0), new CacheLag("nodemetrics", false, Duration.ZERO));
        String sentence = "nodemetrics not read yet: nothing is evicted before; the log says what is lacking";

        assertThat(Readiness.filled(caches)).isFalse();
        assertThat(Readiness.live(caches)).isFalse();
        assertThat(Readiness.lacking(caches)).contains(sentence);
        assertThat(Readiness.whyNotToAct(caches, LIMIT)).contains(sentence);
    }

    @Test
    void actsOnNothingOlderThanTheLimit() {
        assertThat(Readiness.live(List.of(pods(1)))).isFalse();
        assertThat(Readiness.lacking(List.of(pods(10)))).isEmpty();
        assertThat(Readiness.lacking(List.of(pods(11)))).isPresent();
        assertThat(Readiness.whyNotToAct(List.of(pods(30)), LIMIT)).isEmpty();
        assertThat(Readiness.whyNotToAct(List.of(pods(31)), LIMIT))
                .contains(
                        "not followed: pods for 31 s; allowed are 30 s: nothing is evicted until they are followed again");
    }
}
