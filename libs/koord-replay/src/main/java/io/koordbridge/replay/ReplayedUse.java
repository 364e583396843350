package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Percentiles that the agent of a replayed node reports beside the means. */
final class ReplayedUse {

    /** Windows that reports have without configuration, and the one that the agent adds to them. */
    private final List<UseWindow> windows = Stream.of(5, 10, 15, 30)
            .map(Duration::ofMinutes)
            .map(UseWindow::new)
            .toList();

    private final boolean asked;

    /**
     * Those of a node.
     *
     * @param asked whether anything looks at them
     */
    ReplayedUse(boolean asked) {
        this.asked = asked;
    }

    UsageLevels levels(TraceSamples samples) {
        if (!asked) {
            return UsageLevels.NONE;
        }
        List<Window> known = windows.stream()
                .map(window -> window.at(samples))
                .flatMap(Optional::stream)
                .toList();
        return known.isEmpty()
                ? UsageLevels.NONE
                : new UsageLevels(new OnlineUse(samples.now(), known, null), List.of(), List.of());
    }
}
