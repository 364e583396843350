package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaPodCountsTest {

    private final QuotaPodCounts counts = new QuotaPodCounts();

    @Test
    void followsAPodFromQuotaToQuotaUntilItIsGone() {
        counts.appeared("team", "a");
        counts.appeared("team", "a");
        counts.moved("a", "b");

        assertThat(counts.anyOfQuota("a")).isTrue();
        assertThat(counts.anyOfQuota("b")).isTrue();
        counts.went("team", "a");
        assertThat(counts.anyOfQuota("a")).isFalse();
        assertThat(counts.anyInNamespace("team")).isTrue();
        counts.went("team", "b");
        assertThat(counts.anyOfQuota("b")).isFalse();
        assertThat(counts.anyInNamespace("team")).isFalse();
    }
}
