package io.koordbridge.quickstart.story;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for a condition, looking ten times a second. */
public final class Await implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(100);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "await");
        thread.setDaemon(true);
        return thread;
    });

    /** True once the condition holds, false after the time limit. A failing condition counts as not yet. */
    public boolean until(Duration limit, BooleanSupplier condition) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        ScheduledFuture<?> looking = timer.scheduleWithFixedDelay(
                () -> look(condition, reached), 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        try {
            reached.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            looking.cancel(false);
        }
    }

    private static void look(BooleanSupplier condition, CompletableFuture<Void> reached) {
        try {
            if (condition.getAsBoolean()) {
                reached.complete(null);
            }
        } catch (StoryBrokenException e) {
            reached.completeExceptionally(e);
        } catch (RuntimeException e) {
            org.slf4j.LoggerFactory.getLogger(Await.class).debug("not yet", e);
        }
    }

    /** Lets time pass: a scene has a length even when nothing is left to wait for. */
    public void hold(Duration length) {
        until(length, () -> false);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
