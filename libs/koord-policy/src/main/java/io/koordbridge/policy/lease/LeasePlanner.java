package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;

/**
 * Decides how much of a node YARN should have. Whole numbers only: what is wanted is computed in batch units, then both
 * dimensions are rounded down to whole vcores and MB together. YARN specification section 6.3.
 */
@PureCore
public final class LeasePlanner {

    private static final int WHOLE = 1000;

    private LeasePlanner() {}

    /**
     * The wanted lease.
     *
     * @param used what YARN's containers on the node hold
     * @param masters what application masters hold of it
     * @param nodeManagers NodeManagers that share the lease, at least 1
     */
    public static LeasePlan plan(
            NodeBalances books,
            YarnAmount used,
            YarnAmount masters,
            Demand demand,
            int nodeManagers,
            PlannerConfig settings,
            YarnConversion conversion) {
        YarnAmount room = conversion.toYarn(books.room());
        YarnAmount minimum = times(settings.minimum(), Math.max(nodeManagers, 1))
                .max(kept(books, masters, room))
                .max(large(settings.keep(), room));
        BatchAmount usedBatch = conversion.toBatch(used);
        BatchAmount free = books.room().minus(usedBatch).positive();
        if (books.closed()) {
            return new LeasePlan(minimum, minimum, minimum, free, 0, "the node offers no batch capacity");
        }
        YarnAmount limit = stepped(room, used, settings).max(minimum);
        Wish wish = wish(books, usedBatch, free, demand, settings);
        BatchAmount ceiling =
                part(books.originOrZero().minus(books.others()).positive(), settings.maxShareThousandths());
        YarnAmount wanted = stepped(conversion.toYarn(wish.amount()), used, settings)
                .min(conversion.toYarn(ceiling))
                .min(limit)
                .max(minimum);
        return new LeasePlan(wanted, limit, minimum, free, wish.weightThousandths(), wish.reason());
    }

    /** What application masters hold is kept, but no more memory than the node has. */
    private static YarnAmount kept(NodeBalances books, YarnAmount masters, YarnAmount room) {
        return books.closed()
                ? masters
                : new YarnAmount(masters.vcores(), Math.min(masters.memoryMb(), room.memoryMb()));
    }

    /** All of it or nothing: a node that has room for a part of it does not take such a container. */
    private static YarnAmount large(YarnAmount keep, YarnAmount room) {
        return keep.fitsIn(room) ? keep : YarnAmount.ZERO;
    }

    private record Wish(BatchAmount amount, int weightThousandths, String reason) {}

    private static Wish wish(
            NodeBalances books, BatchAmount used, BatchAmount free, Demand demand, PlannerConfig settings) {
        return switch (settings.policy()) {
            case STATIC -> {
                Integer own = books.shareThousandths();
                int share = own == null ? settings.shareThousandths() : own;
                BatchAmount whole = books.originOrZero().minus(books.others()).positive();
                String source = own == null ? "configured share" : "share of the node's label";
                yield new Wish(part(whole, share), share, "static: " + source);
            }
            case DEMAND -> {
                int weight = weight(demand, settings.weightThousandths());
                yield new Wish(used.plus(part(free, weight)), weight, "demand: " + reason(demand));
            }
            case YARN_FIRST -> new Wish(used.plus(free), WHOLE, "yarn-first: all that pods have not requested");
            case PODS_FIRST ->
                new Wish(
                        used.max(books.room().minus(settings.headroom()).positive()),
                        WHOLE,
                        "pods-first: all that pods have not requested, less the headroom");
        };
    }

    private static int weight(Demand demand, int undecided) {
        if (demand.yarnWaits() && !demand.podsPending()) {
            return WHOLE;
        }
        return demand.yarnIdle() && demand.podsPending() ? 0 : undecided;
    }

    private static String reason(Demand demand) {
        if (!demand.yarnKnown()) {
            return "YARN's demand is not known";
        }
        if (demand.yarnWaits()) {
            return demand.podsPending() ? "YARN and pods wait" : "YARN waits, no pod does";
        }
        return demand.podsPending() ? "pods wait, YARN does not" : "neither side waits";
    }

    private static BatchAmount part(BatchAmount amount, int thousandths) {
        return new BatchAmount(part(amount.milliCpu(), thousandths), part(amount.bytes(), thousandths));
    }

    private static long part(long amount, int thousandths) {
        // Split so that amounts up to 2^53 do not overflow.
        return amount / WHOLE * thousandths + amount % WHOLE * thousandths / WHOLE;
    }

    /** Rounds memory down to whole steps, but never below what is in use and fits. */
    private static YarnAmount stepped(YarnAmount amount, YarnAmount used, PlannerConfig settings) {
        long whole = Rounding.downTo(amount.memoryMb(), settings.memoryStepMb());
        long kept = Math.min(used.memoryMb(), amount.memoryMb());
        return new YarnAmount(amount.vcores(), Math.max(whole, kept));
    }

    private static YarnAmount times(YarnAmount amount, int factor) {
        return new YarnAmount(amount.vcores() * factor, amount.memoryMb() * factor);
    }
}
