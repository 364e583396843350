package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.yarnoperator.ledger.Timeline.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Samples by time, the older the coarser. What becomes too old for a level is added to the next one, a whole bucket of that at a
 * time, so each sample is in exactly one bucket and no sum is lost before the last level drops it. The time is that of the machine's
 * clock, which may be set: back, and the history goes on from there without what it has of later times; ahead, and what it has is older,
 * thus coarser, by the jump. Not safe for threads.
 */
final class History {

    /**
     * A resolution.
     *
     * @param step length of a bucket
     * @param keep age from which buckets are handed on
     */
    record Level(Duration step, Duration keep) {

        private long bucket(Instant time) {
            return Math.floorDiv(time.getEpochSecond(), step.toSeconds());
        }
    }

    /** Seconds for a quarter of an hour, minutes for two hours, ten minutes for a day, hours for 15 days. */
    static final List<Level> LEVELS = List.of(
            new Level(Duration.ofSeconds(1), Duration.ofMinutes(15)),
            new Level(Duration.ofMinutes(1), Duration.ofHours(2)),
            new Level(Duration.ofMinutes(10), Duration.ofDays(1)),
            new Level(Duration.ofHours(1), Duration.ofDays(15)));

    /** A sample that is late by more than this says that the clock was set back; by less, that another took its time. */
    static final Duration LATE = Duration.ofSeconds(10);

    private final List<Level> levels;
    private final List<Deque<Bucket>> buckets = new ArrayList<>();
    private Instant newest = Instant.EPOCH;

    /**
     * An empty one.
     *
     * @param levels the finest first; each step a multiple of the one before
     */
    History(List<Level> levels) {
        this.levels = List.copyOf(levels);
        levels.forEach(level -> buckets.add(new ArrayDeque<>()));
    }

    /**
     * Adds a sample. One that is older than the newest counts into the newest bucket, or, when it is so by more than {@link #LATE}, drops
     * all buckets that do not begin before it.
     */
    void add(Sample sample) {
        if (sample.time().isBefore(newest.minus(LATE))) {
            dropFrom(sample.time());
        }
        boolean late = sample.time().isBefore(newest);
        newest = late ? newest : sample.time();
        put(0, Bucket.of(sample), late);
        for (int level = 0; level < levels.size(); level++) {
            handOn(level);
        }
    }

    private void dropFrom(Instant time) {
        for (Deque<Bucket> row : buckets) {
            while (!row.isEmpty() && !row.getLast().time().isBefore(time)) {
                row.removeLast();
            }
        }
        newest = time;
    }

    private void put(int level, Bucket bucket, boolean late) {
        Deque<Bucket> row = buckets.get(level);
        Level of = levels.get(level);
        Bucket last = row.peekLast();
        if (last != null && (late || of.bucket(last.time()) == of.bucket(bucket.time()))) {
            row.removeLast();
            row.addLast(last.plus(bucket));
        } else {
            row.addLast(bucket);
        }
    }

    private void handOn(int level) {
        Deque<Bucket> row = buckets.get(level);
        Instant horizon = newest.minus(levels.get(level).keep());
        boolean last = level == levels.size() - 1;
        Level coarser = levels.get(last ? level : level + 1);
        while (!row.isEmpty() && coarser.bucket(row.getFirst().time()) < coarser.bucket(horizon)) {
            Bucket old = row.removeFirst();
            if (!last) {
                put(level + 1, old, false);
            }
        }
    }

    /** All buckets, the oldest first. */
    List<Bucket> buckets() {
        List<Bucket> all = new ArrayList<>();
        for (int level = levels.size() - 1; level >= 0; level--) {
            all.addAll(buckets.get(level));
        }
        return all;
    }
}
