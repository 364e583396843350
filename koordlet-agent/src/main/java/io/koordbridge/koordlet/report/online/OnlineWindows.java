package io.koordbridge.koordlet.report.online;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.policy.online.SamplePercentiles;
import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Windows of the online sum from samples; one that was not watched for nearly all of its time is not known. */
@PureCore
final class OnlineWindows {

    private static final double MILLI = 1000;

    private OnlineWindows() {}

    /** Samples of one window: cores and bytes. */
    record Samples(Duration length, Aggregate cpu, Aggregate memory) {}

    /**
     * Windows that are known.
     *
     * @param interval between two samples
     */
    static List<Window> of(List<Samples> samples, Duration interval) {
        return samples.stream()
                .map(one -> window(one, interval))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Window> window(Samples samples, Duration interval) {
        if (!isWatched(samples.cpu(), samples.length(), interval)
                || !isWatched(samples.memory(), samples.length(), interval)) {
            return Optional.empty();
        }
        Optional<Percentiles> cpu = SamplePercentiles.of(samples.cpu().values(), MILLI);
        Optional<Percentiles> memory = SamplePercentiles.of(samples.memory().values(), 1);
        return cpu.flatMap(found -> memory.map(bytes -> new Window(samples.length(), found, bytes)));
    }

    /** From nearly its beginning, and without a long gap; the first sample is an interval after what it measures began. */
    private static boolean isWatched(Aggregate samples, Duration length, Duration interval) {
        long needed = (long) (SamplePercentiles.WATCHED * length.toMillis());
        long each = interval.toMillis();
        return samples.count() > 0 && samples.rangeMillis() + each >= needed && samples.count() * each >= needed;
    }
}
