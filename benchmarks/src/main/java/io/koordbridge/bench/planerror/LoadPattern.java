package io.koordbridge.bench.planerror;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Load of a node without batch work, which repeats: a level for some seconds, then another one.
 *
 * @param levels in milli-cores
 * @param stepSeconds how long each of them lasts
 */
public record LoadPattern(List<Long> levels, int stepSeconds) {

    private static final int STEP_SECONDS = 10;
    private static final long LEAST_PERCENT = 10;
    private static final long MOST_PERCENT = 40;
    private static final long PERCENT = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    public LoadPattern {
        levels = List.copyOf(levels);
        if (levels.isEmpty() || stepSeconds < 1) {
            throw new IllegalArgumentException("invalid pattern: " + levels.size() + " levels of " + stepSeconds
                    + " s, allowed are 1 or more of each");
        }
    }

    /**
     * By lot, between a tenth and 40 percent of the node; the same seed gives the same one.
     *
     * @param nodeMilliCpu size of the node
     * @param seconds until it repeats, cut to whole steps of ten seconds
     */
    public static LoadPattern of(long seed, long nodeMilliCpu, int seconds) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> levels = Stream.generate(
                        () -> nodeMilliCpu * random.nextLong(LEAST_PERCENT, MOST_PERCENT + 1) / PERCENT)
                .limit(seconds / STEP_SECONDS)
                .toList();
        return new LoadPattern(levels, STEP_SECONDS);
    }

    /** Milli-cores at a time since its beginning. */
    public long milliCpu(long nanos) {
        long step = nanos / (stepSeconds * NANOS_PER_SECOND);
        return levels.get((int) Math.floorMod(step, (long) levels.size()));
    }

    /** Until it repeats. */
    public int seconds() {
        return levels.size() * stepSeconds;
    }
}
