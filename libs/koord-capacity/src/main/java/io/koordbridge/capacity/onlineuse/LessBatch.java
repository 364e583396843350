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
 * Percentiles of the whole node less what batch work used at least in their time.
 *
 * @param known windows in which the use of batch work is known
 * @param leftOut lengths of the others: they may show more than those that are known
 * @param since from when on the use of batch work was not known for every window, null where it is
 */
@PureCore
record LessBatch(
        List<LevelWindow> known,
        List<Duration> leftOut,
        @Nullable Instant since) {

    /** No percentiles of the node are used. */
    static final LessBatch NONE = new LessBatch(List.of(), List.of(), null);

    LessBatch {
        known = List.copyOf(known);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * A window of which the use of batch work is not known is left out, for at most {@link BatchLows#LONGEST}: after that nothing is
     * taken off it, so it counts in full.
     *
     * @param before since when windows were left out, null where none was; a time ahead of ours is taken to be now
     */
    static LessBatch of(List<LevelWindow> whole, BatchLows lows, @Nullable Instant before, Instant now) {
        Instant since = before == null || before.isAfter(now) ? now : before;
        boolean waits = now.isBefore(since.plus(BatchLows.LONGEST));
        boolean all = true;
        List<LevelWindow> known = new ArrayList<>();
        List<Duration> leftOut = new ArrayList<>();
        for (LevelWindow window : whole) {
            Optional<CpuMemory> lowest = lows.over(window.length());
            all &= lowest.isPresent();
            if (lowest.isEmpty() && waits) {
                leftOut.add(window.length());
            } else {
                known.add(window.less(lowest.orElse(CpuMemory.ZERO)));
            }
        }
        return new LessBatch(known, leftOut, all ? null : since);
    }

    /** Whether the window that is nearest to a length is left out. */
    boolean leavesOut(Duration length) {
        Optional<Duration> left = LevelWindow.nearestLength(leftOut, length);
        List<Duration> both = new ArrayList<>(left.stream().toList());
        known.forEach(window -> both.add(window.length()));
        return left.isPresent() && LevelWindow.nearestLength(both, length).equals(left);
    }
}
