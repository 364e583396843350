package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.queue.WorkQueue;
import io.koordbridge.testkit.await.PatientAwaits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkQueueTest {

    private final PeriodicTasks tasks = new PeriodicTasks(new MetricRegistry());

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
        queue.addAfter("a", Duration.ofHours(1));
        assertThat(queue.size()).isZero();

        queue.addAfter("a", Duration.ofMillis(10));
        Awaitility.await().until(() -> queue.size() == 1);
    }

    @Test
    void ofTwoDelaysTheShorterWins() {
        queue.addAfter("a", Duration.ofHours(1));
        queue.addAfter("a", Duration.ofMillis(10));

        Awaitility.await().until(() -> queue.size() == 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {8000, -8000})
    void aDelayBeyondAllCountingIsOnePassThatSucceeds(long years) {
        MetricRegistry metrics = new MetricRegistry();
        Duration delay = Duration.ofDays(years * 365);
        Reconciler<String> reconciler =
                key -> passes(metrics, "succeeded") == 0 ? ReconcileResult.after(delay) : ReconcileResult.done();

        try (ReconcileLoop<String> loop = new ReconcileLoop<>("loop", queue, reconciler, metrics)) {
            loop.start(tasks);
            queue.add("a");
            Awaitility.await().until(() -> passes(metrics, "succeeded") + passes(metrics, "failed") >= 1);
        }

        assertThat(passes(metrics, "failed")).isZero();
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

    @Test
    void severalWorkersShareTheKeysAndNeverMeetAtOne() {
        Map<String, Integer> atWork = new ConcurrentHashMap<>();
        Set<String> done = ConcurrentHashMap.newKeySet();
        AtomicInteger most = new AtomicInteger();
        AtomicBoolean met = new AtomicBoolean();
        CountDownLatch together = new CountDownLatch(3);
        Reconciler<String> reconciler = key -> {
            if (atWork.merge(key, 1, Integer::sum) > 1) {
                met.set(true);
            }
            most.accumulateAndGet(atWork.size(), Math::max);
            together.countDown();
            try {
                together.await(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            queue.add(done.add(key) ? key : "last");
            atWork.remove(key);
            return ReconcileResult.done();
        };

        try (ReconcileLoop<String> loop = new ReconcileLoop<>("loop", queue, reconciler, new MetricRegistry(), 3)) {
            loop.start(tasks);
            List.of("a", "b", "c", "d").forEach(queue::add);
            Awaitility.await().until(() -> done.containsAll(List.of("a", "b", "c", "d", "last")));
        }

        assertThat(most).hasValueGreaterThanOrEqualTo(3);
        assertThat(met).isFalse();
    }

    @Test
    void repeatsAPassThatSaysItFailed() {
        AtomicInteger passes = new AtomicInteger();
        MetricRegistry metrics = new MetricRegistry();
        Reconciler<String> reconciler =
                key -> passes.incrementAndGet() < 3 ? ReconcileResult.ofFailure() : ReconcileResult.done();

        try (ReconcileLoop<String> loop = new ReconcileLoop<>("loop", queue, reconciler, metrics)) {
            loop.start(tasks);
            queue.add("a");
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(passes(metrics, "succeeded")).isEqualTo(1));
        }

        assertThat(passes(metrics, "failed")).isEqualTo(2);
    }

    private static long passes(MetricRegistry metrics, String status) {
        return metrics.counter(MetricNames.of("koord_reconcile_total", "controller", "loop", "status", status))
                .getCount();
    }
}
