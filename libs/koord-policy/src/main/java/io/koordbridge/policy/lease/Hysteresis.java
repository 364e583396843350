package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * Which differences between lease and plan are worth a change. YARN specification section 6.3.
 *
 * @param stepVcores smallest change of vcores
 * @param stepMb smallest change of memory
 * @param percent smallest change as part of the lease, 0 to 100
 * @param anyGrowAfter time without a change after which even a smaller grow is made
 */
@PureCore
public record Hysteresis(long stepVcores, long stepMb, int percent, Duration anyGrowAfter) {

    public static final Hysteresis DEFAULT = new Hysteresis(1, 256, 5, Duration.ofSeconds(30));

    public Hysteresis {
        if (stepVcores < 0 || stepMb < 0 || percent < 0 || percent > 100) {
            throw new IllegalArgumentException("hysteresis " + stepVcores + " vcores, " + stepMb + " MB, " + percent
                    + " %: steps must not be negative, percent 0 to 100");
        }
    }

    /**
     * The lease after an optional shrink: a dimension above the limit follows the plan at once, one above the plan only if the
     * difference is large enough.
     */
    public YarnAmount shrunk(YarnAmount lease, LeasePlan plan) {
        return new YarnAmount(
                shrunk(lease.vcores(), plan.wanted().vcores(), plan.limit().vcores(), stepVcores),
                shrunk(lease.memoryMb(), plan.wanted().memoryMb(), plan.limit().memoryMb(), stepMb));
    }

    private long shrunk(long lease, long wanted, long limit, long step) {
        boolean due = lease > limit || lease - wanted >= threshold(lease, step);
        return due ? Math.min(lease, wanted) : lease;
    }

    /** The lease after an optional grow. */
    public YarnAmount grown(YarnAmount lease, LeasePlan plan, Duration sinceLastChange) {
        boolean any = sinceLastChange.compareTo(anyGrowAfter) >= 0;
        return new YarnAmount(
                grown(lease.vcores(), plan.wanted().vcores(), stepVcores, any),
                grown(lease.memoryMb(), plan.wanted().memoryMb(), stepMb, any));
    }

    private long grown(long lease, long wanted, long step, boolean any) {
        boolean due = wanted > lease && (any || wanted - lease >= threshold(lease, step));
        return due ? wanted : lease;
    }

    /**
     * How far a shrink goes when YARN may have more again: less far in a dimension in which the difference is large enough, or in which all
     * that drains may stay.
     *
     * @param possible what is still reserved and wanted
     */
    public YarnAmount restored(YarnAmount goal, YarnAmount possible, YarnAmount used) {
        return new YarnAmount(
                restored(goal.vcores(), possible.vcores(), used.vcores(), stepVcores),
                restored(goal.memoryMb(), possible.memoryMb(), used.memoryMb(), stepMb));
    }

    private long restored(long goal, long possible, long used, long step) {
        boolean all = used > goal && possible >= used;
        boolean due = possible > goal && (all || possible - goal >= threshold(goal, step));
        return due ? possible : goal;
    }

    private long threshold(long lease, long step) {
        return Math.max(Math.max(step, 1), lease * percent / 100);
    }
}
