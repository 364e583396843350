package io.koordbridge.policy.forecast;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The peaks of a node by the time of day, 96 quarters of an hour in UTC; older days fade. Half percents in one byte each, so that it fits into a line. A
 * value; nothing in it changes.
 *
 * <p>It forecasts only when the days before explained the later ones: their quarters must have been nearer to what came than the mean level was.
 */
@PureCore
public final class DayShape {

    public static final Duration SLOT = Duration.ofMinutes(15);
    static final int SLOTS = 96;
    /** Of a node that was never seen. */
    public static final DayShape EMPTY = new DayShape(new byte[SLOTS], Current.NONE, Evidence.NONE);

    static final int MOST_HALVES = 200;
    private static final long SECONDS = SLOT.toSeconds();
    /** After a longer silence nothing that was learned counts. */
    private static final long LONGEST_SILENCE = 7L * SLOTS;

    private static final double SHARE_OF_RISE = 0.7;
    private static final double SHARE_OF_FALL = 0.4;

    private final byte[] peaks;
    private final Current current;
    private final Evidence evidence;

    DayShape(byte[] peaks, Current current, Evidence evidence) {
        this.peaks = peaks.clone();
        this.current = current;
        this.evidence = evidence;
    }

    /** The quarter that is not over: number since the epoch, -1 for none, and its peak so far in half percents. */
    record Current(long slot, int halves) {

        static final Current NONE = new Current(-1, 0);
    }

    /**
     * This and one more sample; a sample of an earlier quarter, before the epoch or without a number changes nothing.
     *
     * @param percent of the node; more than 100 counts as 100
     */
    public DayShape with(Instant at, double percent) {
        long slot = Math.floorDiv(at.getEpochSecond(), SECONDS);
        if (slot < 0 || slot < current.slot() || !(percent >= 0)) {
            return this;
        }
        int halves = (int) Math.ceil(Math.min(100, percent) * 2);
        if (slot == current.slot()) {
            return halves <= current.halves() ? this : new DayShape(peaks, new Current(slot, halves), evidence);
        }
        Current next = new Current(slot, halves);
        if (current.slot() < 0 || slot - current.slot() > LONGEST_SILENCE) {
            return new DayShape(new byte[SLOTS], next, Evidence.NONE);
        }
        return new DayShape(folded(), next, evidence.with(current.halves(), known(current.slot())));
    }

    /**
     * The highest use expected from a time on, percent of the node. Empty when a whole day was not seen yet, when the days do not resemble each other, when
     * the last sample is more than a day old, and for a time before the last sample's quarter.
     *
     * @param ahead not negative; more than a day counts as a day
     */
    public OptionalDouble peakWithin(Instant from, Duration ahead) {
        long first = Math.floorDiv(from.getEpochSecond(), SECONDS);
        if (!evidence.convinces() || first < current.slot() || first - current.slot() > SLOTS || ahead.isNegative()) {
            return OptionalDouble.empty();
        }
        Duration within = ahead.compareTo(Duration.ofDays(1)) > 0 ? Duration.ofDays(1) : ahead;
        long last = Math.min(first + SLOTS - 1, Math.floorDiv(from.plus(within).getEpochSecond(), SECONDS));
        int highest = -1;
        for (long slot = first; slot <= last; slot++) {
            highest = Math.max(highest, known(slot));
        }
        return highest < 0 ? OptionalDouble.empty() : OptionalDouble.of(highest / 2.0);
    }

    /** Whether its last sample lies in a quarter of an hour that begins after a time. */
    boolean isLaterThan(Instant time) {
        return current.slot() > Math.floorDiv(time.getEpochSecond(), SECONDS);
    }

    /** One line of a checkpoint, less than 300 characters. */
    public String text() {
        return DayShapeText.write(peaks.clone(), current, evidence);
    }

    /** The shape that was written so; empty for any other text. */
    public static Optional<DayShape> parse(String text) {
        return DayShapeText.read(text);
    }

    private byte[] folded() {
        byte[] next = peaks.clone();
        int before = known(current.slot());
        double share = current.halves() > before ? SHARE_OF_RISE : SHARE_OF_FALL;
        long now = before < 0 ? current.halves() : Math.round(before + share * (current.halves() - before));
        next[index(current.slot())] = (byte) (now + 1);
        return next;
    }

    /** Half percents, -1 when this quarter of the day was never seen. */
    private int known(long slot) {
        return Byte.toUnsignedInt(peaks[index(slot)]) - 1;
    }

    private static int index(long slot) {
        return (int) Math.floorMod(slot, (long) SLOTS);
    }
}
