package io.koordbridge.koordlet.collect;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Last readings of ever growing counters; turns the next reading into a rate. */
final class Counters {

    private final Map<String, Reading> last = new HashMap<>();

    private record Reading(long value, Instant at) {}

    /**
     * Remembers a reading.
     *
     * @return units per nanosecond since the reading before; empty for the first one, for a counter that ran backwards, and for a
     *     clock that did not move
     */
    OptionalDouble rate(String key, long value, Instant at) {
        Reading before = last.put(key, new Reading(value, at));
        if (before == null || value < before.value()) {
            return OptionalDouble.empty();
        }
        long nanos = Duration.between(before.at(), at).toNanos();
        return nanos <= 0 ? OptionalDouble.empty() : OptionalDouble.of((double) (value - before.value()) / nanos);
    }

    /** Forgets counters not read since. */
    void dropBefore(Instant oldest) {
        last.values().removeIf(reading -> reading.at().isBefore(oldest));
    }
}
