package io.koordbridge.copilot.drain;

import org.jspecify.annotations.Nullable;

/**
 * How long the end of a NodeManager is worth waiting for. It is, while its containers end because the yarn-operator has lowered its
 * capacity. Times are milliseconds since the wait began. Pure, apart from what it has seen.
 */
final class DrainWait {
    /** Without any answer for so long the NodeManager is dead, and its containers are with it. */
    static final long SILENT_MS = 30_000;

    /**
     * Without a smaller capacity for so long no operator drains, and containers would go on for ever. An operator acts within seconds; one that
     * does not know, as when the kubelet shuts the node down and no pod is being deleted, must not cost the whole time that pods get then.
     */
    static final long NOT_LOWERED_MS = 15_000;

    /** Without containers for so long it may go, also if the ResourceManager could place more. */
    static final long EMPTY_MS = 15_000;

    private final long deadlineMs;
    private @Nullable Reading first;
    private @Nullable Reading last;
    private long answeredMs;
    private long emptySinceMs;
    private boolean lowered;

    DrainWait(long deadlineMs) {
        this.deadlineMs = deadlineMs;
    }

    /**
     * Why the wait is over; null while it goes on.
     *
     * @param reading null when the plugin did not answer
     */
    @Nullable
    String over(long nowMs, @Nullable Reading reading) {
        if (reading != null) {
            see(nowMs, reading);
        }
        if (nowMs >= deadlineMs) {
            return "the deadline is over, " + left();
        }
        if (nowMs - answeredMs >= SILENT_MS) {
            return "the plugin has not answered for " + SILENT_MS / 1000 + " s";
        }
        if (last == null) {
            return null;
        }
        if (last.stopping()) {
            return "the NodeManager stops already, " + left();
        }
        return last.containers() == 0 ? overWhenEmpty(nowMs, last) : overWhenNotLowered(nowMs);
    }

    private void see(long nowMs, Reading reading) {
        boolean wasEmpty = last != null && last.containers() == 0;
        first = first == null ? reading : first;
        last = reading;
        answeredMs = nowMs;
        lowered |= reading.loweredSince(first);
        emptySinceMs = wasEmpty ? emptySinceMs : nowMs;
    }

    private @Nullable String overWhenEmpty(long nowMs, Reading now) {
        if (now.closed()) {
            return "drained";
        }
        return nowMs - emptySinceMs >= EMPTY_MS ? "no container has run for " + EMPTY_MS / 1000 + " s" : null;
    }

    private @Nullable String overWhenNotLowered(long nowMs) {
        return lowered || nowMs < NOT_LOWERED_MS
                ? null
                : "the capacity was not lowered within " + NOT_LOWERED_MS / 1000 + " s, so nothing drains, " + left();
    }

    /** The progress, for people. */
    String left() {
        if (last == null) {
            return "the plugin has not answered yet";
        }
        return last.containers()
                + (last.containers() == 1 ? " container left" : " containers left")
                + (last.onlyMasters() ? ", masters only" : "");
    }
}
