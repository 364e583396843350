package io.koordbridge.kube.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodicTasksTest {

    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int PATIENCE_SECONDS = 30;

    private final AtomicLong nanos = new AtomicLong();
    private final MetricRegistry metrics = new MetricRegistry();
    private final PeriodicTasks tasks = new PeriodicTasks(metrics, nanos::get);

    @AfterEach
    void stop() {
        tasks.close();
    }

    @Test
    void noFailureOfARoundEndsTheLoop() throws InterruptedException {
        CountDownLatch rounds = new CountDownLatch(3);
        tasks.every("failing", SHORT, () -> {
            rounds.countDown();
            if (rounds.getCount() == 2) {
                throw new IllegalStateException("first");
            }
            if (rounds.getCount() == 1) {
                throw new NoClassDefFoundError("second");
            }
        });

        assertThat(rounds.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(metrics.counter("koord_loop_failures_total{loop=failing}").getCount())
                .isEqualTo(2);
    }

    @Test
    void aLoopWithoutARoundForMoreThanFivePeriodsIsSilent() {
        Heartbeat loop = tasks.watch("slow", SECOND, Duration.ofSeconds(2));

        nanos.set(Duration.ofSeconds(7).toNanos());
        assertThat(tasks.silent()).isEmpty();
        nanos.set(Duration.ofMillis(7_001).toNanos());
        assertThat(tasks.silent()).containsExactly("loop slow: no round for 7 s, one is due every 1.0 s");

        loop.beat();
        assertThat(tasks.silent()).isEmpty();
    }

    @Test
    void aRoundThatNeverEndsMakesItsLoopSilent() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        tasks.every("stuck", SHORT, () -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        nanos.addAndGet(SECOND.toNanos());

        assertThat(tasks.silent()).singleElement().asString().startsWith("loop stuck: no round for 1 s");
    }

    @Test
    void aLoopThatWasEndedIsNotMissed() {
        Heartbeat loop = tasks.watch("gone", SECOND, Duration.ZERO);
        loop.close();

        nanos.set(Duration.ofHours(1).toNanos());

        assertThat(tasks.silent()).isEmpty();
    }
}
