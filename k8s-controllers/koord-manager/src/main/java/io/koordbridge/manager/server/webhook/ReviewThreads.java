package io.koordbridge.manager.server.webhook;

import io.koordbridge.kube.thread.DaemonThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that decide on reviews, with a bounded queue: the threads of connections only read and write. */
final class ReviewThreads implements AutoCloseable {

    private static final int MOST_QUEUED = 256;
    private static final int IDLE_SECONDS = 60;

    private final ThreadPoolExecutor threads;

    ReviewThreads(String name, int size) {
        threads = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_QUEUED),
                DaemonThreads.named(name));
        threads.allowCoreThreadTimeOut(true);
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

    /** Reviews that run or wait for a thread. */
    int taken() {
        return threads.getActiveCount() + threads.getQueue().size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
