package io.koordbridge.page.stream;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made anew when it is older than most of a second: open pages share the work. */
public final class Recent<T> {

    private static final long OLDEST_NANOS = Duration.ofMillis(800).toNanos();

    private final Supplier<T> source;
    private @Nullable T value;
    private long madeAt;

    public Recent(Supplier<T> source) {
        this.source = source;
    }

    /** The value; who comes while it is made waits for it. */
    public synchronized T get() {
        T known = value;
        if (known != null && System.nanoTime() - madeAt < OLDEST_NANOS) {
            return known;
        }
        T fresh = source.get();
        value = fresh;
        madeAt = System.nanoTime();
        return fresh;
    }
}
