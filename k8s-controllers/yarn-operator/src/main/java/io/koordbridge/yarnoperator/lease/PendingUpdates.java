package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which updates may still take effect. A ResourceManager takes them in order: when it has acknowledged one, those before it are through or
 * lost. Without an acknowledgement any of them may come at any time.
 *
 * @param number of the last update, counted by this leader
 * @param ceiling no update under way makes the capability larger than this; null when a former leader's may be larger than anything
 * @param value of the last update, null without one
 * @param sentAt when it was decided
 * @param acknowledgedAt when its acknowledgement was first seen, null while it is missing
 */
@PureCore
public record PendingUpdates(
        long number,
        @Nullable YarnAmount ceiling,
        @Nullable YarnAmount value,
        Instant sentAt,
        @Nullable Instant acknowledgedAt) {

    private static final Duration EFFECT = Duration.ofMillis(500);

    /** Of a new leader. */
    static final PendingUpdates UNKNOWN = new PendingUpdates(0, null, null, Instant.EPOCH, null);

    PendingUpdates sent(YarnAmount update, Instant now) {
        YarnAmount higher = ceiling == null ? null : ceiling.max(update);
        return new PendingUpdates(number + 1, higher, update, now, null);
    }

    /**
     * After a look at what was acknowledged.
     *
     * @param formerUntil until then a former leader may have sent something behind an update of this one
     */
    PendingUpdates acknowledged(long highest, Instant formerUntil, Instant now) {
        if (number == 0 || highest < number || acknowledgedAt != null) {
            return this;
        }
        boolean proves = ceiling != null || !sentAt.isBefore(formerUntil);
        return new PendingUpdates(number, proves ? value : null, value, sentAt, now);
    }

    /** Whether no update under way can make the capability larger than an amount. */
    boolean within(YarnAmount amount) {
        return ceiling != null && ceiling.fitsIn(amount);
    }

    /** From when on a report shows what the last acknowledged update did: an acknowledgement comes before the effect. */
    Instant effectiveAt() {
        return acknowledgedAt == null ? Instant.EPOCH : acknowledgedAt.plus(EFFECT);
    }
}
