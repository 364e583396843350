package io.koordbridge.kube.queue;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Worker threads that drain a queue; a key is never worked on by two of them at once. A failing pass is logged, counted and
 * repeated with backoff; whatever it throws, it never ends the loop.
 *
 * @param <K> key
 */
public final class ReconcileLoop<K> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
    private static final Duration STOP_WAIT = Duration.ofSeconds(10);
    private static final String FAILED = "reconcile failed, will be repeated until it succeeds";

    private final String name;
    private final WorkQueue<K> queue;
    private final Reconciler<K> reconciler;
    private final MetricRegistry metrics;
    private final ControllerMetrics counts;
    private final int workers;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final RecurringProblems<K> failing = new RecurringProblems<>();

    /** A loop with one worker. */
    public ReconcileLoop(String name, WorkQueue<K> queue, Reconciler<K> reconciler, MetricRegistry metrics) {
        this(name, queue, reconciler, metrics, 1);
    }

    /**
     * A loop with several workers.
     *
     * @param reconciler thread-safe if there is more than one worker
     */
    public ReconcileLoop(
            String name, WorkQueue<K> queue, Reconciler<K> reconciler, MetricRegistry metrics, int workers) {
        this.name = name;
        this.workers = workers;
        this.queue = queue;
        this.reconciler = reconciler;
        this.metrics = metrics;
        this.counts = new ControllerMetrics(name, queue, workers, metrics);
        metrics.gauge(MetricNames.of("koord_reconcile_queue_length", "controller", name), () -> queue::size);
    }

    /**
     * Starts the workers.
     *
     * @param tasks hears of a worker that is busy with one key for minutes, or has ended
     */
    public void start(PeriodicTasks tasks) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("loop " + name + " was started before");
        }
        for (int number = 1; number <= workers; number++) {
            String worker = workers == 1 ? name : name + "-" + number;
            Heartbeat heartbeat = tasks.watchWorker(worker);
            Thread thread = DaemonThreads.create(worker, () -> run(heartbeat));
            heartbeats.add(heartbeat);
            threads.add(thread);
            thread.start();
        }
    }

    private void run(Heartbeat heartbeat) {
        try {
            Optional<K> key = queue.take();
            while (key.isPresent()) {
                heartbeat.beat();
                pass(key.get());
                heartbeat.rest();
                key = queue.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // The last beat, so that a worker that was not ended is missed.
            heartbeat.beat();
        }
    }

    private void pass(K key) {
        Timer timer = metrics.timer(MetricNames.of("koord_reconcile_seconds", "controller", name));
        MDC.put("reconcile", name + "/" + key);
        long begun = System.nanoTime();
        try (Timer.Context running = timer.time()) {
            finished(key, reconciler.reconcile(key));
        } catch (RuntimeException | Error e) {
            count("failed");
            counts.ended("error");
            tell(key, e);
            queue.retry(key);
        } finally {
            counts.took(System.nanoTime() - begun);
            MDC.remove("reconcile");
            queue.done(key);
        }
    }

    /** A failure is logged when it begins and when it ends: a missing right fails for each node in each pass. */
    private void tell(K key, Throwable problem) {
        String words = FailureFormatter.of(problem);
        if (!failing.begins(key, words)) {
            LOG.debug("reconcile failed again controller={} key={} problem={}", name, key, words);
        } else if (problem instanceof KubernetesClientException) {
            LOG.warn("{} controller={} key={} problem={}", FAILED, name, key, words);
        } else {
            LOG.warn("{} controller={} key={}", FAILED, name, key, problem);
        }
    }

    private void finished(K key, ReconcileResult result) {
        if (result.failed()) {
            count("failed");
            counts.ended("error");
            queue.retry(key);
            return;
        }
        queue.forget(key);
        if (failing.ends(key)) {
            LOG.info("reconcile succeeds again controller={} key={}", name, key);
        }
        result.again().ifPresent(delay -> queue.addAfter(key, delay));
        counts.ended(result.again().isPresent() ? "requeue_after" : "success");
        count("succeeded");
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_reconcile_total", "controller", name, "status", status))
                .inc();
    }

    /** Ends after the running passes; waits at most 10 s for them. */
    @Override
    public void close() {
        heartbeats.forEach(Heartbeat::close);
        queue.close();
        long deadline = System.nanoTime() + STOP_WAIT.toNanos();
        try {
            for (Thread worker : threads) {
                stop(worker, deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(Thread worker, long deadline) throws InterruptedException {
        if (worker == Thread.currentThread()) {
            return;
        }
        worker.join(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
        if (worker.isAlive()) {
            worker.interrupt();
        }
    }
}
