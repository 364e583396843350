package io.koordbridge.descheduler.decide.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.descheduler.decide.limit.TokenBucket.Rate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Rate TWO_IN_FIVE_MINUTES = new Rate(2.0 / 300, 1);

    @Test
    void nothingIsBorrowed() {
        TokenBucket empty = TokenBucket.full(1, START).take(TWO_IN_FIVE_MINUTES);

        assertThat(empty.take(TWO_IN_FIVE_MINUTES)).isEqualTo(empty);
        assertThat(empty.untilToken(TWO_IN_FIVE_MINUTES)).isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void withoutARateNoTokenComes() {
        Rate none = new Rate(-1, 1);
        TokenBucket empty = TokenBucket.full(1, START).take(none);

        assertThat(empty.at(START.plusSeconds(1_000_000), none).hasToken()).isFalse();
        assertThat(empty.untilToken(none)).isEqualTo(Duration.ofSeconds(Integer.MAX_VALUE));
    }

    @Test
    void aBucketCannotOwe() {
        assertThatThrownBy(() -> new TokenBucket(-0.5, START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid tokens: '-0.5'; allowed: 0 or more");
    }
}
