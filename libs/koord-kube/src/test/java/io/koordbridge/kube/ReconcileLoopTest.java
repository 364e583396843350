package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.queue.WorkQueue;
import io.koordbridge.testkit.log.CapturedLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.Level;

class ReconcileLoopTest {

    private static final int PATIENCE_SECONDS = 30;

    private final AtomicLong nanos = new AtomicLong();
    private final PeriodicTasks tasks = new PeriodicTasks(new MetricRegistry(), nanos::get);

    static Stream<Throwable> thrown() {
        return Stream.of(new IllegalStateException("exception"), new NoClassDefFoundError("error"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void whateverAPassThrowsIsRepeatedAndTheNextKeyIsWorkedOn(Throwable once) {
        List<String> passes = new CopyOnWriteArrayList<>();
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        ReconcileLoop<String> loop = new ReconcileLoop<>(
                "loop-test",
                queue,
                key -> {
                    passes.add(key);
                    if (key.equals("bad") && passes.indexOf(key) == passes.size() - 1) {
                        throwIt(once);
                    }
                    return ReconcileResult.done();
                },
                new MetricRegistry());
        try (loop) {
            queue.add("bad");
            queue.add("good");
            loop.start(tasks);

            Awaitility.await().untilAsserted(() -> assertThat(passes).containsExactlyInAnyOrder("bad", "good", "bad"));
        }
    }

    @Test
    void whatGoesOnFailingIsToldWhenItBeginsAndWhenItEnds() {
        AtomicInteger passes = new AtomicInteger();
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        ReconcileLoop<String> loop = new ReconcileLoop<>(
                "loop-test",
                queue,
                key -> {
                    int pass = passes.incrementAndGet();
                    if (pass < 6) {
                        throw new KubernetesClientException(
                                pass < 4 ? "403 nodes \"n\" is forbidden" : "500 webhook \"w\" does not answer");
                    }
                    return ReconcileResult.done();
                },
                new MetricRegistry());
        try (CapturedLog log = CapturedLog.of(ReconcileLoop.class);
                loop) {
            queue.add("n");
            loop.start(tasks);

            Awaitility.await().untilAsserted(() -> assertThat(told(log)).hasSize(3));
            assertThat(told(log).get(0).text()).contains("key=n", "problem=403 nodes \"n\" is forbidden");
            assertThat(told(log).get(0).problem()).isNull();
            assertThat(told(log).get(1).text()).contains("key=n", "problem=500 webhook \"w\" does not answer");
            assertThat(told(log).get(2).text()).contains("succeeds again", "key=n");
        }
    }

    @Test
    void countsUnderTheNamesOfControllerRuntimeAndClientGo() {
        MetricRegistry metrics = new MetricRegistry();
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        AtomicInteger passes = new AtomicInteger();
        ReconcileLoop<String> loop = new ReconcileLoop<>(
                "loop-test",
                queue,
                key -> {
                    if (passes.incrementAndGet() == 1) {
                        throw new IllegalStateException("first");
                    }
                    return ReconcileResult.done();
                },
                metrics);
        queue.add("a");
        queue.add("a");
        try (loop) {
            assertThat(text(metrics)).contains("workqueue_depth{controller=\"loop-test\",name=\"loop-test\"} 1.0");
            loop.start(tasks);

            Awaitility.await()
                    .untilAsserted(() -> assertThat(text(metrics))
                            .contains(
                                    "controller_runtime_reconcile_total{controller=\"loop-test\",result=\"error\"} 1.0",
                                    "controller_runtime_reconcile_total{controller=\"loop-test\",result=\"success\"} 1.0",
                                    "controller_runtime_reconcile_errors_total{controller=\"loop-test\"} 1.0",
                                    "controller_runtime_reconcile_time_seconds_count{controller=\"loop-test\"} 2",
                                    "controller_runtime_reconcile_time_seconds_bucket{controller=\"loop-test\",le=\"60.0\"} 2",
                                    "controller_runtime_max_concurrent_reconciles{controller=\"loop-test\"} 1.0",
                                    "controller_runtime_active_workers{controller=\"loop-test\"} 0.0",
                                    "workqueue_adds_total{controller=\"loop-test\",name=\"loop-test\"} 2.0",
                                    "workqueue_retries_total{controller=\"loop-test\",name=\"loop-test\"} 1.0",
                                    "workqueue_queue_duration_seconds_count{controller=\"loop-test\",name=\"loop-test\"} 2",
                                    "workqueue_work_duration_seconds_count{controller=\"loop-test\",name=\"loop-test\"} 2",
                                    "workqueue_unfinished_work_seconds{controller=\"loop-test\",name=\"loop-test\"} 0.0",
                                    "workqueue_longest_running_processor_seconds{controller=\"loop-test\","
                                            + "name=\"loop-test\"} 0.0"));
        }
    }

    private static String text(MetricRegistry metrics) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusFormatter.write(metrics, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<CapturedLog.Line> told(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.level().compareTo(Level.DEBUG) < 0)
                .toList();
    }

    private static void throwIt(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    @Test
    void aWorkerThatIsBusyForFiveMinutesIsMissedAndAnIdleOneIsNot() throws InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        Reconciler<String> reconciler = key -> {
            begun.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ReconcileResult.done();
        };
        try (ReconcileLoop<String> loop =
                new ReconcileLoop<>("loop-test", queue, reconciler, new MetricRegistry(), 2)) {
            loop.start(tasks);
            nanos.addAndGet(Duration.ofHours(1).toNanos());
            assertThat(tasks.silent()).as("nothing to do").isEmpty();

            queue.add("slow");
            assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            nanos.addAndGet(Duration.ofMinutes(5).toNanos());
            assertThat(tasks.silent()).as("slow").isEmpty();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(tasks.silent()).singleElement().asString().startsWith("loop loop-test-");

            answer.countDown();
            Awaitility.await().until(() -> tasks.silent().isEmpty());
        }
    }

    @Test
    void aWorkerThatHasEndedIsMissedUnlessTheLoopWasClosed() {
        WorkQueue<String> queue = new WorkQueue<>("loop-test");
        try (ReconcileLoop<String> loop =
                new ReconcileLoop<>("loop-test", queue, key -> ReconcileResult.done(), new MetricRegistry())) {
            loop.start(tasks);

            queue.close();

            Awaitility.await().until(() -> {
                nanos.addAndGet(Duration.ofMinutes(6).toNanos());
                return tasks.silent().size() == 1;
            });
        }
        assertThat(tasks.silent()).isEmpty();
    }
}
