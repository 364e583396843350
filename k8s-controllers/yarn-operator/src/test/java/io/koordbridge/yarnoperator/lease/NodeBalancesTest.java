package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import org.junit.jupiter.api.Test;

class NodeBalancesTest {

    private static NodeBalances books(BatchAmount origin, long podsMilliCpu, long othersMilliCpu) {
        return new NodeBalances(
                origin,
                new BatchAmount(podsMilliCpu, 0),
                new BatchAmount(othersMilliCpu, 0),
                BatchAmount.ZERO,
                true,
                null,
                false,
                null);
    }

    @Test
    void leavesToYarnWhatPodsAndOthersDoNotHave() {
        NodeBalances books = books(new BatchAmount(20_000, 1 << 30), 4_000, 1_000);

        assertThat(books.room()).isEqualTo(new BatchAmount(15_000, 1 << 30));
        assertThat(books.allowance(new BatchAmount(10_000, 1 << 29))).isEqualTo(new BatchAmount(9_000, 1 << 29));
        assertThat(books.beside(new BatchAmount(2_000, 0)).room()).isEqualTo(new BatchAmount(13_000, 1 << 30));
    }

    @Test
    void hasNoRoomBelowZero() {
        assertThat(books(new BatchAmount(2_000, 0), 4_000, 0).room()).isEqualTo(BatchAmount.ZERO);
    }

    @Test
    void isClosedWithoutAnOriginAndThenLeavesNothing() {
        NodeBalances closed = books(null, 0, 0);

        assertThat(closed.closed()).isTrue();
        assertThat(closed.room()).isEqualTo(BatchAmount.ZERO);
        assertThat(books(BatchAmount.ZERO, 0, 0).closed()).isFalse();
    }
}
