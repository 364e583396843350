package io.koordbridge.policy.amount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchAmountTest {

    @Test
    void peopleReadCoresAndGibibytes() {
        assertThat(new BatchAmount(2_000, 4L << 30).text()).isEqualTo("2 cores/4 GiB");
        assertThat(new BatchAmount(250, 512L << 20).text()).isEqualTo("0.25 cores/0.5 GiB");
        assertThat(BatchAmount.ZERO.text()).isEqualTo("0 cores/0 GiB");
        assertThat(new BatchAmount(BatchAmount.LIMIT, BatchAmount.LIMIT).text())
                .isEqualTo("9007199254740.99 cores/8388608 GiB");
    }

    @Test
    void anAmountOfYarnHasTheCoresThatItTakes() {
        YarnConversion eight = YarnConversion.safe(8_000, 1_000);

        assertThat(eight.text(new YarnAmount(2, 1_024))).isEqualTo("0.25 cores/1 GiB");
    }

    @Test
    void amountsBeyondTheLimitAreClamped() {
        assertThat(new BatchAmount(-1, Long.MAX_VALUE).clamped()).isEqualTo(new BatchAmount(0, BatchAmount.LIMIT));
    }
}
