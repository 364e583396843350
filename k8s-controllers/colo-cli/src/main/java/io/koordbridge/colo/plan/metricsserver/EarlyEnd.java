package io.koordbridge.colo.plan.metricsserver;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C while something is watched: the watch ends, and the process stays until its result is printed. */
public final class EarlyEnd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "early-end");

    private EarlyEnd() {}

    /** From now on, until it is closed; where nothing is watched Ctrl-C ends the process at once, as ever. */
    public static EarlyEnd begin(boolean watched) {
        EarlyEnd end = new EarlyEnd();
        if (watched) {
            Runtime.getRuntime().addShutdownHook(end.hook);
        }
        return end;
    }

    /** What the process does when it is to end. */
    private void end() {
        asked.countDown();
        try {
            done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits; false when the process is to end. */
    public boolean rest(Duration time) {
        try {
            return !asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already, and the hook runs.
            hook.setName("early-end-done");
        }
    }
}
