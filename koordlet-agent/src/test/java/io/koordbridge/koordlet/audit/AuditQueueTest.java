package io.koordbridge.koordlet.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AuditQueueTest {

    private static AuditEvent event(int number) {
        return new AuditEvent("now", "group", "test", "/file", "0", String.valueOf(number), null);
    }

    @Test
    void handsEventsOnInOrderAndTheLastOnesAtTheEnd() {
        List<AuditEvent> written = new CopyOnWriteArrayList<>();
        try (AuditQueue queue = new AuditQueue(written::add)) {
            for (int i = 0; i < 100; i++) {
                queue.accept(event(i));
            }
        }
        assertThat(written)
                .extracting(AuditEvent::after)
                .hasSize(100)
                .startsWith("0")
                .endsWith("99");
    }

    @Test
    @Timeout(60)
    void aDiskThatHangsCostsLinesAndHoldsUpNothing() {
        CountDownLatch hangs = new CountDownLatch(1);
        AuditQueue queue = new AuditQueue(event -> {
            try {
                hangs.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < 5_000; i++) {
            queue.accept(event(i));
        }
        queue.close();

        // Nothing has been written, so neither the events nor the end waited for the disk.
        assertThat(queue.dropped()).isGreaterThan(3_900);
        hangs.countDown();
        await().until(() -> queue.dropped() < 5_000);
    }
}
