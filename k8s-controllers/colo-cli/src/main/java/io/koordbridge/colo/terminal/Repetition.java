package io.koordbridge.colo.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that look again and again. */
public final class Repetition {

    @Option(
            names = {"-w", "--watch"},
            description = "Look again and again, and print what has changed.")
    private boolean watch;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            defaultValue = "1",
            description = "Time between two looks of --watch (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ofSeconds(1);

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            description = "End --watch after this time (default: never).")
    private @Nullable Duration limit;

    private final long start = System.nanoTime();

    /** Whether more than one look is wanted. */
    public boolean wanted() {
        return watch;
    }

    /** Waits for the next look; false when there is none: not wanted, at the end of the time, or when the process ends. */
    public boolean again() {
        boolean over = limit != null && System.nanoTime() - start >= limit.toNanos();
        if (!watch || over) {
            return false;
        }
        try {
            return !new CountDownLatch(1).await(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
