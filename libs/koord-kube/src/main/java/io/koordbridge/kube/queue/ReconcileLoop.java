package io.koordbridge.kube.queue;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One worker thread that drains a queue. A failing pass is logged once, counted and repeated with backoff; it never ends
 * the loop.
 *
 * @param <K> key
 */
public final class ReconcileLoop<K> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
    private static final Duration STOP_WAIT = Duration.ofSeconds(10);

    private final String name;
    private final WorkQueue<K> queue;
    private final Reconciler<K> reconciler;
    private final MetricRegistry metrics;
    private final AtomicReference<@Nullable Thread> worker = new AtomicReference<>();

    public ReconcileLoop(String name, WorkQueue<K> queue, Reconciler<K> reconciler, MetricRegistry metrics) {
        this.name = name;
        this.queue = queue;
        this.reconciler = reconciler;
        this.metrics = metrics;
        metrics.gauge(MetricNames.of("koord_reconcile_queue_length", "controller", name), () -> queue::size);
    }

    /** Starts the worker. */
    public void start() {
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        if (!worker.compareAndSet(null, thread)) {
            throw new IllegalStateException("loop " + name + " was started before");
        }
        thread.start();
    }

    private void run() {
        try {
            Optional<K> key = queue.take();
            while (key.isPresent()) {
                pass(key.get());
                key = queue.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(K key) {
        Timer timer = metrics.timer(MetricNames.of("koord_reconcile_seconds", "controller", name));
        MDC.put("reconcile", name + "/" + key);
        try (Timer.Context running = timer.time()) {
            ReconcileResult result = reconciler.reconcile(key);
            queue.forget(key);
            result.again().ifPresent(delay -> queue.addAfter(key, delay));
            count("succeeded");
        } catch (RuntimeException e) {
            count("failed");
            LOG.warn("reconcile failed, will be repeated controller={} key={}", name, key, e);
            queue.retry(key);
        } finally {
            MDC.remove("reconcile");
            queue.done(key);
        }
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_reconcile_total", "controller", name, "status", status))
                .inc();
    }

    /** Ends after the running pass; waits at most 10 s for it. */
    @Override
    public void close() {
        queue.close();
        Thread thread = worker.get();
        if (thread == null || thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(STOP_WAIT.toMillis());
            if (thread.isAlive()) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
