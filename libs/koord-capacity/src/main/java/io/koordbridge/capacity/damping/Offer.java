package io.koordbridge.capacity.damping;

import io.koordbridge.protocol.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * What a formula gave for one resource, in the unit of the resource.
 *
 * @param computed what it gave
 * @param unlimited what it gave before its upper limits in percent
 * @param capacity all that the node, or the part of it, has: base of steps and of the limit
 * @param requested what is promised beside it
 * @param limitPercent upper limit of {@code requested} and the amount together in percent of the capacity, null for none
 * @param multiple unit that is published, 1 or more
 */
public record Offer(
        long computed,
        long unlimited,
        long capacity,
        long requested,
        @Nullable Long limitPercent,
        long multiple) {

    /** An amount without upper limits, published as exactly as it is calculated. */
    public static Offer of(long computed, long capacity) {
        return new Offer(computed, computed, capacity, 0, null, 1);
    }

    /** What may be offered beside the requests, null for no limit. */
    @Nullable
    Long limit() {
        return limitPercent == null ? null : Math.max(Rounding.percent(capacity, limitPercent) - requested, 0);
    }
}
