package io.koordbridge.koordlet.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiskThreadTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final DiskThread disk = new DiskThread();
    private final CountDownLatch answers = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        answers.countDown();
        disk.close();
    }

    private void hang() {
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        done.add("hung");
    }

    @Test
    void workThatHangsIsLeftBehindAndTheRestComesAfterIt() {
        assertThat(disk.await("read", Duration.ofMillis(20), this::hang)).isFalse();
        disk.run("save", () -> done.add("first save"));
        disk.run("save", () -> done.add("second save"));
        disk.run("other", () -> done.add("other"));
        assertThat(done).isEmpty();
        await().until(() -> disk.busyFor().compareTo(Duration.ofMillis(30)) > 0);

        answers.countDown();

        await().untilAsserted(() -> assertThat(done).containsExactly("hung", "first save", "other"));
        await().until(() -> disk.busyFor().isZero());
    }

    @Test
    void workThatFailsEndsNothingElse() {
        assertThat(disk.await("bad", LONG, () -> {
                    throw new IllegalStateException("bad");
                }))
                .isTrue();

        assertThat(disk.await("good", LONG, () -> done.add("good"))).isTrue();
        assertThat(done).containsExactly("good");
    }
}
