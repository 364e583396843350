package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaMoveTest {

    @Test
    void aCeilingUpToTheBaseIsTheBase() {
        assertThat(QuotaMove.UP.target(100_000, 100_000, 100)).isEqualTo(100_000);
        assertThat(QuotaMove.UP.target(100_000, 100_000, 0)).isEqualTo(100_000);
        assertThat(QuotaMove.UP.target(100_000, 100_000, 110)).isEqualTo(110_000);
    }

    @Test
    void aQuotaBelowTheBaseIsLifted() {
        assertThat(QuotaMove.REMAIN.target(50_000, 100_000, 300)).isEqualTo(100_000);
    }
}
