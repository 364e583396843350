package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WritePaceTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong(50 * SECOND);
    private final WritePace pace = new WritePace(10, now::get);

    @Test
    void letsASecondsWorthThroughAtOnceAndThenOneByOne() {
        for (int i = 0; i <= 10; i++) {
            assertThat(pace.reserve()).isLessThanOrEqualTo(now.get());
        }

        assertThat(pace.reserve() - now.get()).isEqualTo(SECOND / 10);
        assertThat(pace.reserve() - now.get()).isEqualTo(2 * SECOND / 10);
    }

    @Test
    void aLongRestSavesUpNoMoreThanASecondsWorth() {
        now.addAndGet(3_600 * SECOND);

        for (int i = 0; i <= 10; i++) {
            assertThat(pace.reserve()).isLessThanOrEqualTo(now.get());
        }
        assertThat(pace.reserve()).isGreaterThan(now.get());
    }
}
