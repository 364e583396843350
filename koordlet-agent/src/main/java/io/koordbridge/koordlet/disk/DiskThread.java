package io.koordbridge.koordlet.disk;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does work on files of a disk, in its order: a disk that hangs holds up neither the start of the process nor a loop that probes watch. */
public final class DiskThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DiskThread.class);
    private static final long IDLE = -1;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(DaemonThreads.named("koordlet-disk"));
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final long startNanos = System.nanoTime();
    private volatile long busySince = IDLE;

    /** Does it soon; nothing while work of that name waits already. */
    public void run(String name, Runnable work) {
        if (waiting.add(name)) {
            execute(name, () -> {
                waiting.remove(name);
                work.run();
            });
        }
    }

    /**
     * Does it, and waits for its end.
     *
     * @return whether it has ended within that time; if not, it goes on, and what is asked for later comes after it
     */
    public boolean await(String name, Duration longest, Runnable work) {
        CountDownLatch ended = new CountDownLatch(1);
        execute(name, () -> {
            try {
                work.run();
            } finally {
                ended.countDown();
            }
        });
        try {
            return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void execute(String name, Runnable work) {
        try {
            thread.execute(() -> {
                busySince = System.nanoTime() - startNanos;
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.error("work on files failed work={}", name, e);
                } finally {
                    busySince = IDLE;
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the process ends, no more work on files work={}", name);
        }
    }

    /** For how long the work at hand has lasted; zero while there is none. */
    public Duration busyFor() {
        long since = busySince;
        return since == IDLE ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - startNanos - since);
    }

    /** Takes no more; work at hand ends by itself. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
