package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aContainerAlwaysBeginsWithTheSameTokens() {
        long start = TokenBucket.startTokens("containerd://a", 10_000);

        assertThat(start).isBetween(0L, 4_999L).isEqualTo(TokenBucket.startTokens("containerd://a", 10_000));
        assertThat(TokenBucket.startTokens("containerd://b", 10_000)).isNotEqualTo(start);
    }

    @Test
    void aClockThatGoesBackChangesNothing() {
        TokenBucket bucket = TokenBucket.of(10, 200, 300, NOW);

        assertThat(bucket.next(500, NOW.minusSeconds(9)).tokens()).isEqualTo(300);
    }

    @Test
    void hugeAmountsStayWithinTheCapacity() {
        TokenBucket bucket = TokenBucket.of(10_000_000, 1_000_000, 1, NOW);

        assertThat(bucket.next(1_000_000_000L, NOW.plusSeconds(1_000_000)).tokens())
                .isEqualTo(-bucket.capacity());
        assertThat(bucket.isExpired(NOW.plusSeconds(20_000_000))).isFalse();
        assertThat(bucket.isExpired(NOW.plusSeconds(20_000_001))).isTrue();
    }
}
