package io.koordbridge.quickstart.summary;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Optional;

/** Response times of the online service in one part of a run, as it measured them itself; microseconds. */
@PureCore
public record Latency(long requests, long p50Micros, long p99Micros) {

    private static final int PERCENT = 100;
    private static final int P99 = 99;

    /** Of all response times; empty without any. */
    public static Optional<Latency> of(long[] micros) {
        if (micros.length == 0) {
            return Optional.empty();
        }
        long[] sorted = micros.clone();
        Arrays.sort(sorted);
        return Optional.of(new Latency(sorted.length, rank(sorted, PERCENT / 2), rank(sorted, P99)));
    }

    /** The smallest value that is not less than so many percent of all. */
    private static long rank(long[] sorted, int percent) {
        return sorted[Math.max(0, (int) (((long) sorted.length * percent + PERCENT - 1) / PERCENT) - 1)];
    }

    /** One line of text. */
    public String line() {
        return requests + " " + p50Micros + " " + p99Micros;
    }

    /** Reads {@link #line}; empty when it is something else. */
    public static Optional<Latency> parse(String line) {
        String[] words = line.strip().split(" ");
        try {
            return words.length == 3
                    ? Optional.of(
                            new Latency(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
