package io.koordbridge.manager.server.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.thread.DaemonThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for reviews that may wait for others, such as for the API server: those that only calculate are not delayed by them. */
final class WaitingReviews implements AutoCloseable {

    private static final int THREADS = 32;
    private static final int MOST_QUEUED = 256;
    private static final int IDLE_SECONDS = 60;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_QUEUED),
            DaemonThreads.named("webhook-waiting"));

    WaitingReviews(MetricRegistry metrics) {
        threads.allowCoreThreadTimeOut(true);
        metrics.gauge(
                "koord_manager_webhook_waiting_reviews",
                () -> () -> threads.getActiveCount() + threads.getQueue().size());
    }

    /** Whether the review is taken; it runs as soon as a thread is free. */
    boolean take(Runnable review) {
        try {
            threads.execute(review);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
