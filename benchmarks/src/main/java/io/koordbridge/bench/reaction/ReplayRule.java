package io.koordbridge.bench.reaction;

import java.time.Duration;
import java.util.List;

/**
 * When a lower use counts.
 *
 * @param window of the mean that is reported, seconds
 * @param fallWindow where the highest use of this window is lower than the mean, it is reported instead, seconds; 0: never
 * @param report between two reports by the timer, seconds
 * @param write after which a small growth is published, seconds
 * @param grow least time between two grows of a lease, seconds
 */
record ReplayRule(int window, int fallWindow, int report, int write, int grow) {

    static final ReplayRule DEFAULT = new ReplayRule(300, 0, 60, 300, 30);

    /** What is compared. */
    static List<ReplayRule> all() {
        return List.of(
                DEFAULT,
                new ReplayRule(300, 0, 60, 300, 10),
                new ReplayRule(300, 0, 30, 300, 30),
                new ReplayRule(300, 0, 60, 60, 30),
                new ReplayRule(300, 120, 60, 300, 30),
                new ReplayRule(300, 60, 60, 300, 30),
                new ReplayRule(600, 0, 60, 300, 30),
                new ReplayRule(120, 0, 60, 300, 30),
                new ReplayRule(60, 0, 60, 300, 30),
                new ReplayRule(60, 0, 60, 300, 10),
                new ReplayRule(60, 0, 30, 60, 10));
    }

    String name() {
        String lower = fallWindow == 0 ? "" : ", highest of " + fallWindow + " s where lower";
        return "window " + window + " s" + lower + ", report " + report + " s, write " + write + " s, grow " + grow
                + " s";
    }

    Duration meanWindow() {
        return Duration.ofSeconds(window);
    }
}
