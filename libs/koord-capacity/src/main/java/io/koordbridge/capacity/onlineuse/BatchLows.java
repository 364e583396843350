package io.koordbridge.capacity.onlineuse;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How little batch work of a node used in the last hours: the lowest mean of its reports, by slots of five minutes.
 *
 * @param since from when on no report is missing, null before the first one
 * @param last time of the newest report
 * @param slots the oldest first, at most those of {@link #LONGEST}
 */
@PureCore
record BatchLows(@Nullable Instant since, @Nullable Instant last, List<Slot> slots) {

    static final BatchLows NONE = new BatchLows(null, null, List.of());

    /** Of a longer window nothing is known. */
    static final Duration LONGEST = Duration.ofHours(2);

    /** What was used between two reports that are further apart is not known. */
    private static final Duration LONGEST_STEP = Duration.ofMinutes(15);

    private static final Duration SLOT = Duration.ofMinutes(5);

    /** The lowest mean of the reports from a time on, until the next slot begins. */
    record Slot(Instant from, CpuMemory lowest) {

        private Slot with(CpuMemory mean) {
            return new Slot(from, lowest.min(mean));
        }
    }

    BatchLows {
        slots = List.copyOf(slots);
    }

    /** These and one more report; one that was seen before changes nothing. */
    BatchLows seen(Instant report, CpuMemory mean) {
        if (report.equals(last)) {
            return this;
        }
        if (since == null
                || last == null
                || report.isBefore(last)
                || last.plus(LONGEST_STEP).isBefore(report)) {
            return new BatchLows(report, report, List.of(new Slot(report, mean)));
        }
        List<Slot> next = new ArrayList<>(slots);
        next.removeIf(slot -> !slot.from().plus(SLOT).isAfter(report.minus(LONGEST)));
        Slot newest = next.get(next.size() - 1);
        if (report.isBefore(newest.from().plus(SLOT))) {
            next.set(next.size() - 1, newest.with(mean));
        } else {
            next.add(new Slot(report, mean));
        }
        return new BatchLows(since, report, next);
    }

    /** The lowest mean of a window that ends with the newest report; nothing for a longer one than {@link #LONGEST}, empty while it is not known. */
    Optional<CpuMemory> over(Duration window) {
        if (window.compareTo(LONGEST) > 0) {
            return Optional.of(CpuMemory.ZERO);
        }
        if (since == null || last == null || since.isAfter(last.minus(window))) {
            return Optional.empty();
        }
        Instant begin = last.minus(window);
        return slots.stream()
                .filter(slot -> slot.from().plus(SLOT).isAfter(begin))
                .map(Slot::lowest)
                .reduce(CpuMemory::min);
    }
}
