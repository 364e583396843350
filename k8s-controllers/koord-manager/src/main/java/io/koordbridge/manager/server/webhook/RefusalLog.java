package io.koordbridge.manager.server.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One line for each review that is refused, within bounds: what a tenant writes is in it, and tenants refuse themselves as often as
 * they like. Thread-safe.
 */
final class RefusalLog {

    /** Lines in each {@link #SPAN}; further ones are counted. */
    static final int MOST_LINES = 20;

    /** Of these lines. */
    static final Duration SPAN = Duration.ofSeconds(10);

    /** Characters of a text. */
    static final int LONGEST = 300;

    private final LongSupplier nanoTime;
    private long spanBegan;
    private int lines;
    private long untold;

    RefusalLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.spanBegan = nanoTime.getAsLong();
    }

    /** A line that may be written, with how many before it were not; empty when there are too many. */
    synchronized Optional<Long> next() {
        long now = nanoTime.getAsLong();
        if (now - spanBegan > SPAN.toNanos()) {
            spanBegan = now;
            lines = 0;
        }
        if (lines >= MOST_LINES) {
            untold++;
            return Optional.empty();
        }
        lines++;
        long before = untold;
        untold = 0;
        return Optional.of(before);
    }

    /** A text of one line and bounded length. */
    static String bounded(String text) {
        String beginning = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        StringBuilder line = new StringBuilder(beginning.length());
        beginning.chars().forEach(letter -> line.append(Character.isISOControl(letter) ? ' ' : (char) letter));
        return line.toString();
    }
}
