package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.policy.online.SamplePercentiles;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Percentiles that the agent of a replayed node reports beside the means. */
final class ReplayedUse {

    /** Windows that reports have without configuration, and the one that the agent adds to them. */
    private static final List<Duration> WINDOWS =
            Stream.of(5, 10, 15, 30).map(Duration::ofMinutes).toList();

    private static final double WATCHED = 0.9;

    private final boolean asked;
    private final double bytes;

    /**
     * Those of a node.
     *
     * @param asked whether anything looks at them
     */
    ReplayedUse(NodeSize size, boolean asked) {
        this.asked = asked;
        this.bytes = (double) size.bytes();
    }

    UsageLevels levels(TraceSamples samples) {
        if (!asked) {
            return UsageLevels.NONE;
        }
        List<Window> windows = WINDOWS.stream()
                .filter(window -> samples.knows(Duration.ofSeconds((long) (window.toSeconds() * WATCHED))))
                .map(window -> window(samples, window))
                .flatMap(Optional::stream)
                .toList();
        return windows.isEmpty()
                ? UsageLevels.NONE
                : new UsageLevels(new OnlineUse(samples.now(), windows, null), List.of(), List.of());
    }

    private Optional<Window> window(TraceSamples samples, Duration length) {
        double[] memory = samples.bytes(length).values();
        Optional<Percentiles> cpu =
                SamplePercentiles.of(samples.milliCpu(length).values(), 1);
        Optional<Percentiles> known = SamplePercentiles.of(memory.length == 0 ? new double[] {bytes} : memory, 1);
        return cpu.flatMap(found -> known.map(other -> new Window(length, found, other)));
    }
}
