package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.policy.online.SamplePercentiles;
import java.time.Duration;
import java.util.Optional;

/** One window of percentiles, which moves along a trace. */
final class UseWindow {

    private final Duration length;
    private final Duration watched;
    private final SortedWindow milliCpu = new SortedWindow();
    private final SortedWindow bytes = new SortedWindow();
    private long watchedSince;
    private int oldest;
    private int next;

    UseWindow(Duration length) {
        this.length = length;
        this.watched = Duration.ofSeconds((long) (length.toSeconds() * SamplePercentiles.WATCHED));
    }

    /** What it shows at a sample that is not older than that of the call before; empty where it was not watched for long enough. */
    Optional<Window> at(TraceSamples samples) {
        move(samples);
        if (watchedSince > samples.trace().epochSeconds(samples.newest()) - watched.toSeconds()) {
            return Optional.empty();
        }
        // Memory that is not known is taken to be in use.
        Percentiles memory = bytes.percentiles(1)
                .orElseGet(() -> constant(samples.trace().size().bytes()));
        return milliCpu.percentiles(1).map(cpu -> new Window(length, cpu, memory));
    }

    private void move(TraceSamples samples) {
        for (; next <= samples.newest(); next++) {
            if (next == 0 || samples.trace().heldSeconds(next - 1) == 0) {
                watchedSince = samples.trace().epochSeconds(next);
            }
            milliCpu.add(samples.milliCpu(next));
            if (samples.knowsBytes(next)) {
                bytes.add(samples.bytes(next));
            }
        }
        for (int first = samples.first(length); oldest < first; oldest++) {
            milliCpu.remove(samples.milliCpu(oldest));
            if (samples.knowsBytes(oldest)) {
                bytes.remove(samples.bytes(oldest));
            }
        }
    }

    private static Percentiles constant(long amount) {
        return new Percentiles(amount, amount, amount, amount, amount, amount);
    }
}
