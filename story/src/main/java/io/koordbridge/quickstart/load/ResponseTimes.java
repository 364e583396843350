package io.koordbridge.quickstart.load;

import io.koordbridge.quickstart.summary.Latency;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Response times of the part of a run that is under way. A request that was not answered when its part ended counts its age. */
final class ResponseTimes {

    private String name = "";
    private LongStream.Builder answered = LongStream.builder();
    private Set<Arrival> open = new HashSet<>();

    /** A request; no two are the same one. */
    static final class Arrival {
        private final long atNanos;

        Arrival(long atNanos) {
            this.atNanos = atNanos;
        }

        long atNanos() {
            return atNanos;
        }
    }

    /** A part that has ended. */
    record Part(String name, Latency latency) {}

    synchronized Arrival arrived(long atNanos) {
        Arrival arrival = new Arrival(atNanos);
        open.add(arrival);
        return arrival;
    }

    /** Requests of an earlier part were counted at its end. */
    synchronized void answered(Arrival arrival, long nowNanos) {
        if (open.remove(arrival)) {
            answered.add(micros(arrival, nowNanos));
        }
    }

    /** Begins a part; the one before when it ended with this and had requests. */
    synchronized Optional<Part> part(String next, long nowNanos) {
        if (next.equals(name)) {
            return Optional.empty();
        }
        LongStream unanswered = open.stream().mapToLong(one -> micros(one, nowNanos));
        Optional<Latency> latency =
                Latency.of(LongStream.concat(answered.build(), unanswered).toArray());
        String ended = name;
        name = next;
        answered = LongStream.builder();
        open = new HashSet<>();
        return latency.filter(one -> !ended.isEmpty()).map(one -> new Part(ended, one));
    }

    private static long micros(Arrival arrival, long nowNanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMicros(nowNanos - arrival.atNanos()));
    }
}
