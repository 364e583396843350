package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.node.ContainerKiller;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals to containers, several at a time and beside the caller, who waits for them as long as the exchange allows. */
final class ForcedKills {
    private static final Logger log = LoggerFactory.getLogger(ForcedKills.class);
    private static final int THREADS = 8;
    /** Well below the five seconds of an exchange. */
    private static final long WAIT_SECONDS = 2;

    private final ContainerKiller killer;
    private final ExecutorService workers;

    ForcedKills(ContainerKiller killer) {
        this.killer = killer;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, WAIT_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "copilot-kill");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.workers = pool;
    }

    /** Returns when all are done, or after two seconds: those that are not go on. */
    void force(List<String> containerIds) {
        CountDownLatch running = new CountDownLatch(containerIds.size());
        for (String id : containerIds) {
            workers.execute(() -> {
                try {
                    killer.force(id);
                } catch (RuntimeException e) {
                    log.warn("Container was not killed at once container={}", id, e);
                } finally {
                    running.countDown();
                }
            });
        }
        try {
            if (!running.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                log.info("Containers are still being killed count={} of={}", running.getCount(), containerIds.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
