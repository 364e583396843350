package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalLogTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final RefusalLog log = new RefusalLog(nanos::get);

    @Test
    void tooManyLinesAreCountedInTheNextOne() {
        for (int line = 0; line < RefusalLog.MOST_LINES; line++) {
            assertThat(log.next()).contains(0L);
        }
        assertThat(log.next()).isEmpty();
        assertThat(log.next()).isEmpty();

        nanos.addAndGet(RefusalLog.SPAN.toNanos() + 1);

        assertThat(log.next()).contains(2L);
        assertThat(log.next()).contains(0L);
    }

    @Test
    void aTextIsOneShortLine() {
        assertThat(RefusalLog.bounded("a\nb\u001b[31m")).isEqualTo("a b [31m");
        assertThat(RefusalLog.bounded("x".repeat(1_000_000))).hasSize(RefusalLog.LONGEST + 3);
    }
}
