package io.koordbridge.descheduler.decide.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BucketsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final Buckets buckets = new Buckets(new ObjectLimit(Duration.ofSeconds(100), replicas -> replicas, 1));

    @Test
    void anObjectWithoutEvictionsIsFree() {
        assertThat(buckets.exceeded("w", NOW)).isEmpty();
    }

    @Test
    void aNewRateHoldsFromTheNextEvictionOn() {
        buckets.take("w", 1, NOW);
        buckets.take("w", 10, NOW.plusSeconds(50));

        assertThat(buckets.exceeded("w", NOW.plusSeconds(54))).isPresent();
        assertThat(buckets.exceeded("w", NOW.plusSeconds(55))).isEmpty();
    }

    @Test
    void whatIsOldIsForgotten() {
        buckets.take("w", 1, NOW);
        assertThat(buckets.size()).isEqualTo(1);

        buckets.take("v", 0, NOW.plusSeconds(151));
        assertThat(buckets.size()).isZero();
    }

    @Test
    void aLimitBelowZeroGivesNoToken() {
        buckets.take("w", -1, NOW);

        assertThat(buckets.exceeded("w", NOW.plusSeconds(149))).isPresent();
        assertThat(buckets.exceeded("w", NOW.plusSeconds(151))).isEmpty();
    }

    @Test
    void theOldestObjectsMakeRoom() {
        for (int i = 0; i < 50_010; i++) {
            buckets.take("w" + i, 1, NOW);
        }

        assertThat(buckets.size()).isEqualTo(50_000);
        assertThat(buckets.exceeded("w0", NOW)).isEmpty();
        assertThat(buckets.exceeded("w50009", NOW)).isPresent();
    }
}
