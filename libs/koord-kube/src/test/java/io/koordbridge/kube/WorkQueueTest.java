package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.kube.queue.WorkQueue;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

    private final WorkQueue<String> queue = new WorkQueue<>("test");

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void holdsAKeyOnce() throws InterruptedException {
        queue.add("a");
        queue.add("a");

        assertThat(queue.take()).contains("a");
        assertThat(queue.size()).isZero();
    }

    @Test
    void handsOutAKeyAgainWhenItWasAddedDuringTheWork() throws InterruptedException {
        queue.add("a");
        queue.take();
        queue.add("a");
        queue.add("b");

        assertThat(queue.take()).contains("b");
        queue.done("a");
        assertThat(queue.take()).contains("a");
    }

    @Test
    void delaysAKey() {
        queue.addAfter("a", Duration.ofMillis(30));

        assertThat(queue.size()).isZero();
        Awaitility.await().until(() -> queue.size() == 1);
    }

    @Test
    void ofTwoDelaysTheShorterWins() {
        queue.addAfter("a", Duration.ofHours(1));
        queue.addAfter("a", Duration.ofMillis(10));

        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> queue.size() == 1);
    }

    @Test
    void retriesAFailedKey() throws InterruptedException {
        queue.add("a");
        queue.take();
        queue.retry("a");
        queue.done("a");

        assertThat(queue.take()).contains("a");
    }

    @Test
    void endsWaitersWhenClosed() throws InterruptedException {
        queue.close();

        assertThat(queue.take()).isEmpty();
    }
}
