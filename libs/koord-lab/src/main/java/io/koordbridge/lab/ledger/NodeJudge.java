package io.koordbridge.lab.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one node from look to look. Times are nanoseconds of a clock that never jumps. One thread. */
final class NodeJudge {

    /** A fall of the origin and what follows from it may be seen in different looks. */
    private static final long FALL_LASTS_NANOS = Duration.ofSeconds(5).toNanos();
    /** With more between two looks a lease may have grown and shrunk unseen. */
    private static final long LONGEST_GAP_NANOS = Duration.ofSeconds(3).toNanos();

    private final Deque<Origin> recent = new ArrayDeque<>();
    private final Share minimum;
    private final long relapseNanos;
    private final long shrinkNanos;
    private @Nullable Seen last;
    private @Nullable Share lastExcess;
    private @Nullable Share leastRoom;
    private boolean adopted;
    private @Nullable Long shrinkSince;
    private boolean shrinkSaid;
    private @Nullable Long offeredSince;
    private @Nullable Long unreservedSince;
    private long longestShrinkNanos;

    NodeJudge(LedgerOptions options) {
        minimum = options.minimum();
        relapseNanos = options.relapse().toNanos();
        shrinkNanos = options.shrink().toNanos();
    }

    private record Origin(Share amount, long at) {}

    private record Seen(NodeLook look, Share yarn, long at) {}

    /** The least that was left of the origin, below 0 where it fell below what was promised; empty before two looks. */
    Optional<Share> leastRoom() {
        return Optional.ofNullable(leastRoom);
    }

    /** The longest time that YARN had something to give back. */
    Duration longestShrink() {
        return Duration.ofNanos(longestShrinkNanos);
    }

    /**
     * Whether the node has been taken into the ledger: from the first look on at which pods' part leaves YARN what it has. Before,
     * a NodeManager is there that the operator has not adopted.
     */
    boolean adopted(NodeLook look, Share yarn) {
        adopted = adopted || !LedgerRules.tooMuch(look, yarn).anyAboveZero();
        return adopted;
    }

    /** The amounts as text when they differ from those of the last look. */
    Optional<String> changed(NodeLook look, Share yarn) {
        boolean same = last != null && last.look().equals(look) && last.yarn().equals(yarn);
        return same
                ? Optional.empty()
                : Optional.of("origin=%s pods=%s offered=%s reserved=%s yarn=%s"
                        .formatted(look.origin(), look.pods(), look.offered(), look.reserved(), yarn));
    }

    /** One side is not known: what comes next is compared with nothing before. */
    void blind() {
        last = null;
        offeredSince = null;
        unreservedSince = null;
    }

    /**
     * One look.
     *
     * @param yarn read after the node
     * @return what is wrong, each fault once while it lasts
     */
    List<String> step(NodeLook look, Share yarn, long now) {
        recent.addLast(new Origin(look.origin(), now));
        recent.removeIf(one -> now - one.at() > FALL_LASTS_NANOS);
        Seen before = last;
        last = new Seen(look, yarn, now);
        if (before == null || now - before.at() > LONGEST_GAP_NANOS) {
            lastExcess = null;
            return List.of();
        }
        List<String> found = new ArrayList<>();
        Optional<String> offered = LedgerRules.offeredTwice(before.look(), before.yarn(), look);
        offeredSince = lasting(offered, offeredSince, now, found);
        Optional<String> unreserved = LedgerRules.unreserved(before.look(), before.yarn(), look);
        unreservedSince = lasting(unreserved, unreservedSince, now, found);
        Share capability = before.yarn().min(yarn);
        Share room = Share.NONE.minus(LedgerRules.excess(look, capability));
        leastRoom = leastRoom == null ? room : leastRoom.min(room);
        found.addAll(excess(look, capability, now));
        return found;
    }

    private @Nullable Long lasting(Optional<String> broken, @Nullable Long since, long now, List<String> found) {
        if (broken.isEmpty()) {
            return null;
        }
        long from = since == null ? now : since;
        // A fault that was said is not said again until it ended.
        if (from != Long.MAX_VALUE && now - from >= relapseNanos) {
            found.add(broken.get());
            return Long.MAX_VALUE;
        }
        return from;
    }

    private List<String> excess(NodeLook look, Share yarn, long now) {
        Share excess = LedgerRules.excess(look, yarn);
        String amounts =
                "pods have %s, YARN %s, others %s of %s".formatted(look.pods(), yarn, look.others(), look.origin());
        List<String> found = new ArrayList<>();
        boolean begins = lastExcess != null && !lastExcess.anyAboveZero() && excess.anyAboveZero();
        lastExcess = excess;
        if (begins && !fellFromEnough(look, yarn)) {
            found.add(amounts + ", and the origin did not fall from where they fit");
        }
        if (!LedgerRules.owed(excess, yarn, minimum).anyAboveZero()) {
            shrinkSince = null;
            shrinkSaid = false;
            return found;
        }
        shrinkSince = shrinkSince == null ? now : shrinkSince;
        long lasted = now - shrinkSince;
        longestShrinkNanos = Math.max(longestShrinkNanos, lasted);
        if (lasted > shrinkNanos && !shrinkSaid) {
            shrinkSaid = true;
            found.add(amounts + ", for " + Duration.ofNanos(lasted).toSeconds() + " s already");
        }
        return found;
    }

    private boolean fellFromEnough(NodeLook look, Share yarn) {
        Share highest = recent.stream().map(Origin::amount).reduce(look.origin(), Share::max);
        return !LedgerRules.excess(look, yarn)
                .plus(look.origin())
                .minus(highest)
                .anyAboveZero();
    }
}
