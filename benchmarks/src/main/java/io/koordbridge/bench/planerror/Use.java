package io.koordbridge.bench.planerror;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Use of a node over some time.
 *
 * @param looks in order, two at least
 * @param nodeMilliCpu size of the node
 */
@PureCore
record Use(List<Look> looks, long nodeMilliCpu) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double MILLI = 1000;
    private static final double PERCENT = 100;

    Use {
        looks = List.copyOf(looks);
        if (looks.size() < 2) {
            throw new IllegalArgumentException("no use is known from " + looks.size() + " looks, 2 are needed");
        }
    }

    /** Percent of the node, of the best-effort tier. */
    double tierPercent() {
        return percent(first(), last(), Look::tierNanos);
    }

    /** Percent of the node, of all but the tier. */
    double otherPercent() {
        return percent(first(), last(), look -> look.busyNanos() - look.tierNanos());
    }

    /** Percent of the node, of the agent. */
    double ownPercent() {
        return percent(first(), last(), Look::ownNanos);
    }

    /** Percent of the node that the pattern asked for. */
    double wantedPercent() {
        return mean(Look::wantedMilliCpu);
    }

    /** Percent of the node that was shown as batch CPU. */
    double offeredPercent() {
        return mean(Look::offeredMilliCpu);
    }

    /** Percent of the node that was shown and that the agent let the tier use. */
    double allowedPercent() {
        return mean(look -> Math.min(look.offeredMilliCpu(), look.limitMilliCpu()));
    }

    /** What a look shows holds until the next one. */
    private double mean(ToLongFunction<Look> amount) {
        double sum = 0;
        for (int i = 1; i < looks.size(); i++) {
            long held = looks.get(i).nanos() - looks.get(i - 1).nanos();
            sum += (double) amount.applyAsLong(looks.get(i - 1)) * held;
        }
        return sum / (last().nanos() - first().nanos()) / nodeMilliCpu * PERCENT;
    }

    private double percent(Look from, Look to, ToLongFunction<Look> counter) {
        double used = (double) (counter.applyAsLong(to) - counter.applyAsLong(from));
        return used / (to.nanos() - from.nanos()) * MILLI / nodeMilliCpu * PERCENT;
    }

    private Look first() {
        return looks.get(0);
    }

    private Look last() {
        return looks.get(looks.size() - 1);
    }

    /** All but the tier as a trace of {@code colo plan}, a line for each second, without memory. */
    List<String> trace(String node) {
        List<String> lines = new ArrayList<>();
        Look begin = first();
        for (Look look : looks) {
            if (look.nanos() - begin.nanos() >= NANOS_PER_SECOND) {
                double percent = percent(begin, look, each -> each.busyNanos() - each.tierNanos());
                long second = (look.nanos() - first().nanos()) / NANOS_PER_SECOND;
                lines.add(String.format(
                        Locale.ROOT, "%s,%d,%.3f,", node, second, Math.min(PERCENT, Math.max(0, percent))));
                begin = look;
            }
        }
        return lines;
    }
}
