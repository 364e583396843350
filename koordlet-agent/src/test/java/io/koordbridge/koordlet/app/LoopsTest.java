package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.testkit.log.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LoopsTest {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final PeriodicTasks alive = new PeriodicTasks(new MetricRegistry());
    private final AtomicInteger rounds = new AtomicInteger();
    private volatile boolean broken = true;

    private void round() {
        rounds.incrementAndGet();
        if (broken) {
            throw new AssertionError("broken");
        }
    }

    @Test
    void aRoundThatGoesOnFailingIsToldOnceAndOnceMoreWhenItEnds() {
        try (CapturedLog log = CapturedLog.of(Loops.class);
                Loops loops = new Loops(new MetricRegistry(), alive)) {
            loops.every("test", Duration.ofMillis(5), PATIENCE, this::round);
            await().until(() -> rounds.get() > 10);
            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .containsExactly("rounds fail, tried on loop=test");

            broken = false;
            await().untilAsserted(() -> assertThat(
                            log.lines().stream().map(CapturedLog.Line::text).toList())
                    .contains("rounds succeed again loop=test"));
            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .hasSize(2);
        }
    }

    @Test
    void theAgeOfALoopThatHangsGrowsAndProbesHearOfIt() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        try (Loops loops = new Loops(new MetricRegistry(), alive)) {
            loops.every("quick", Duration.ofMillis(5), Duration.ofMinutes(1), () -> {});
            loops.every("hanging", Duration.ofMillis(5), PATIENCE, () -> {
                try {
                    hangs.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> loops.agesSeconds().getOrDefault("hanging", 0L) >= 1);
            assertThat(loops.agesSeconds().get("quick")).isZero();
            assertThat(alive.silent()).singleElement().asString().startsWith("loop hanging: no round for ");
            assertThat(loops.end("quick", Duration.ofSeconds(2))).isTrue();
        } finally {
            hangs.countDown();
        }
    }

    @Test
    @Timeout(60)
    void endsThoughALoopHangs() {
        Loops loops = new Loops(new MetricRegistry(), alive);
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean released = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        // Deaf to interrupts.
        loops.every("hanging", Duration.ofMillis(5), PATIENCE, () -> {
            started.countDown();
            while (!released.get()) {
                Thread.onSpinWait();
            }
            done.set(true);
        });
        await().until(() -> started.getCount() == 0);
        try {
            assertThat(loops.end("hanging", Duration.ofMillis(200))).isFalse();
            loops.close();
            assertThat(done).isFalse();
        } finally {
            released.set(true);
        }
        await().untilTrue(done);
    }
}
