package io.koordbridge.scheduler.bind;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs some binds at once while the others wait in order. An API server that answers slowly turns a burst into waiting instead of
 * refusals, each of which kube-scheduler would follow with a write and seconds of back-off.
 */
public final class BindQueue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BindQueue.class);

    /** More than kube-scheduler begins within the time-out of a bind. */
    private static final int MOST_WAITING = 10_000;

    private final Binder binder;
    private final BindBarrier barrier;
    private final BindConfig settings;
    private final LongSupplier nanoTime;
    private final ThreadPoolExecutor threads;
    private final Timer waited;

    /**
     * A queue in front of the binder.
     *
     * @param barrier asked before a bind begins to wait for its turn
     */
    public BindQueue(
            Binder binder, BindBarrier barrier, BindConfig settings, LongSupplier nanoTime, MetricRegistry metrics) {
        this.binder = binder;
        this.barrier = barrier;
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.waited = metrics.timer("koord_scheduler_bind_wait_seconds");
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                settings.maxConcurrent(),
                settings.maxConcurrent(),
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(MOST_WAITING),
                task -> {
                    Thread thread = new Thread(task, "bind-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        metrics.gauge("koord_scheduler_waiting_binds", () ->
                (Gauge<Integer>) () -> threads.getQueue().size());
    }

    /** Binds when it is its turn; the answer comes on another thread, and always comes. */
    public void bind(BindRequest request, Consumer<BindResult> answer) {
        barrier.arrive(
                request,
                () -> enqueue(request, result -> {
                    barrier.ended(request, result.code().mayBeBound());
                    answer.accept(result);
                }),
                reason -> answer.accept(binder.alone(request, reason)));
    }

    private void enqueue(BindRequest request, Consumer<BindResult> answer) {
        long since = nanoTime.getAsLong();
        try {
            threads.execute(() -> answer.accept(inTurn(request, since)));
        } catch (RejectedExecutionException full) {
            answer.accept(binder.overloaded(request, MOST_WAITING + " binds wait already, try again"));
        }
    }

    private BindResult inTurn(BindRequest request, long since) {
        long nanos = nanoTime.getAsLong() - since;
        waited.update(nanos, TimeUnit.NANOSECONDS);
        if (nanos > settings.maxWait().toNanos()) {
            return binder.overloaded(
                    request,
                    "waited longer than " + settings.maxWait().toSeconds() + "s for " + settings.maxConcurrent()
                            + " binds before it, try again");
        }
        try {
            return binder.bind(request, barrier.annotations(request));
        } catch (RuntimeException unexpected) {
            LOG.error("Bind failed pod={} node={}", request.podKey(), request.node(), unexpected);
            return new BindResult(BindCode.UNKNOWN, "internal error, see the log of the extender");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
