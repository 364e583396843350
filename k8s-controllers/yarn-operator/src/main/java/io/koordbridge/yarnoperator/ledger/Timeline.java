package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.policy.amount.BatchAmount;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums of all nodes by time and the events between them, bounded. */
public final class Timeline {

    private static final int EVENTS = 1_000;

    private final History history = new History(History.LEVELS);
    private final Deque<Mark> marks = new ArrayDeque<>();

    /**
     * Sums over all nodes with YARN; null where nothing is known.
     *
     * @param prod use of everything above batch
     */
    public record Sample(
            Instant time,
            @Nullable BatchAmount origin,
            @Nullable BatchAmount pods,
            @Nullable BatchAmount lease,
            @Nullable BatchAmount capability,
            @Nullable BatchAmount used,
            @Nullable BatchAmount prod) {}

    /**
     * Something that happened.
     *
     * @param node null when it concerns the whole process
     * @param kind {@code GROW}, {@code SHRINK}, {@code CLOSED}, {@code STALE}, {@code BROKEN}, {@code RM_DOWN}, {@code RM_UP} or
     *     {@code LEADER}
     */
    public record Mark(Instant time, @Nullable String node, String kind, String text) {}

    /** Adds a sample; older ones become coarser, and those of more than 15 days go. */
    public synchronized void sample(Sample sample) {
        history.add(sample);
    }

    /** Adds an event, dropping the oldest when full. */
    public synchronized void mark(Mark mark) {
        marks.addLast(mark);
        if (marks.size() > EVENTS) {
            marks.removeFirst();
        }
    }

    /** Samples after a time, the older the coarser: means over a second, a minute, ten minutes or an hour. */
    public synchronized List<Sample> samples(Instant after) {
        return history.buckets().stream()
                .filter(one -> one.time().isAfter(after))
                .map(Bucket::sample)
                .toList();
    }

    /** Events after a time. */
    public synchronized List<Mark> marks(Instant after) {
        return marks.stream().filter(one -> one.time().isAfter(after)).toList();
    }
}
