package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What stands above the policy of a node's lease.
 *
 * @param drain null while nothing has to leave
 * @param frozen whether the lease neither grows nor shrinks by policy; a drain, and whatever is unsafe, still shrinks it
 */
@PureCore
public record NodeOrders(@Nullable Drain drain, boolean frozen) {

    /** A report, a question to the NodeManager and an update that raises take less. */
    private static final Duration ASKING = Duration.ofSeconds(10);

    /** The policy decides. */
    public static final NodeOrders NONE = new NodeOrders(null, false);

    /**
     * YARN leaves the node: its lease falls to the minimum, not below application masters, and does not grow.
     *
     * @param deadline by when containers have left; may be over
     * @param least what the node keeps: the minimum allocation of the ResourceManager, nothing when no container is left or the time is over
     * @param endsMasters whether application masters leave as well
     * @param sparesMasters whether none will have to leave at any time: while it is not known which containers are masters, all stay
     */
    public record Drain(Instant deadline, YarnAmount least, boolean endsMasters, boolean sparesMasters) {}

    /** The part that is kept for application masters. */
    YarnAmount masters(YarnAmount held) {
        return drain != null && drain.endsMasters() ? YarnAmount.ZERO : held;
    }

    /**
     * What is kept while nothing says what application masters hold.
     *
     * @param one place for one of them
     * @param all that containers hold
     */
    YarnAmount unknownMasters(YarnAmount one, YarnAmount all) {
        return drain != null && drain.sparesMasters() ? all : one;
    }

    /** The part that the ResourceManager has to leave to containers, whatever they are. */
    YarnAmount left(YarnAmount used) {
        return drain == null ? YarnAmount.ZERO : used.min(drain.least());
    }

    /** The plan with the orders. */
    LeasePlan applied(LeasePlan plan, LeaseState state) {
        if (drain != null) {
            return with(plan, plan.minimum(), "the node is drained");
        }
        if (!frozen) {
            return plan;
        }
        // A change under way ends as it was begun.
        YarnAmount as = state.change().phase() == Phase.STEADY
                ? state.lease()
                : state.change().goal();
        return with(plan, as.min(plan.limit()).max(plan.minimum()), "the lease is frozen");
    }

    /**
     * By when containers have to leave that were told nothing yet.
     *
     * @param usual without a drain
     * @param needed whether they have to leave without a drain as well: memory is short, or the node does not have the lease any more
     */
    Instant deadline(Instant usual, boolean needed) {
        if (drain == null) {
            return usual;
        }
        return needed && usual.isBefore(drain.deadline()) ? usual : drain.deadline();
    }

    /** Whether what was told to leave has, for a drain, longer than usual. */
    boolean delays(Change shrink, Instant usual, YarnAmount used) {
        Instant told = shrink.deadline();
        return drain != null && told != null && usual.isBefore(told) && !used.fitsIn(shrink.target());
    }

    /**
     * The last step takes the room in which a master may have started a moment ago: nothing is ended before that is known.
     *
     * @param deadline by which containers have left
     */
    Instant afterAsking(Instant deadline, Instant now) {
        boolean last = drain != null && !drain.endsMasters() && drain.least().equals(YarnAmount.ZERO);
        Instant known = now.plus(ASKING);
        return last && deadline.isBefore(known) ? known : deadline;
    }

    /** Whether a drain goes further than a shrink under way, or has to be over sooner. */
    boolean goesFurther(Change shrink, LeasePlan plan, YarnAmount used) {
        if (drain == null) {
            return false;
        }
        Instant until = shrink.deadline();
        boolean last = drain.least().equals(YarnAmount.ZERO) && !drain.endsMasters();
        boolean sooner = !last && until != null && drain.deadline().isBefore(until) && !used.fitsIn(shrink.target());
        return sooner || !shrink.goal().fitsIn(plan.wanted());
    }

    private static LeasePlan with(LeasePlan plan, YarnAmount wanted, String reason) {
        return new LeasePlan(wanted, plan.limit(), plan.minimum(), plan.free(), 0, reason);
    }
}
