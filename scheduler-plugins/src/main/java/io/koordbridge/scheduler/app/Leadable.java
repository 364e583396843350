package io.koordbridge.scheduler.app;

import io.koordbridge.scheduler.view.ClusterReflectors;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether the kube-scheduler beside this process may lead: everything is loaded, and changes have arrived within 30 s. One that
 * leads without would refuse every pod, or place pods by what was true long ago, while another pair is healthy.
 */
final class Leadable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClusterReflectors feeds;
    private final LongSupplier nanoTime;
    private boolean everFollowed;
    private long followedNanos;

    Leadable(ClusterReflectors feeds, LongSupplier nanoTime) {
        this.feeds = feeds;
        this.nanoTime = nanoTime;
    }

    /** Why not; empty when it may. The time without changes counts from the last question that found them arriving. */
    synchronized String problem() {
        if (!feeds.loaded()) {
            return "not read yet: " + String.join(", ", feeds.unread());
        }
        long now = nanoTime.getAsLong();
        String unwatched = String.join(", ", feeds.unwatched());
        if (unwatched.isEmpty() || !everFollowed) {
            everFollowed = true;
            followedNanos = now;
        }
        return now - followedNanos <= PATIENCE.toNanos()
                ? ""
                : "no changes arrive since " + PATIENCE.toSeconds() + "s or longer: " + unwatched;
    }
}
