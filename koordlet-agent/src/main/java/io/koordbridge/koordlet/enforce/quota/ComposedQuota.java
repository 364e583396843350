package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.OptionalLong;

/**
 * The quota of a group: its base, normalized, with a burst on top of that.
 *
 * @param quotaMicros -1 without a limit
 * @param burstMicros empty when no strategy decides it; never more than the quota, which the kernel would not take
 * @param owner of the last stage that there is
 */
@PureCore
public record ComposedQuota(long quotaMicros, OptionalLong burstMicros, String owner) {

    private static final long LEAST_MICROS = 1_000;
    private static final long UNLIMITED = -1;

    /** Composes the parts of one group, in any order; there is at least one. */
    public static ComposedQuota of(Collection<QuotaPart> parts) {
        QuotaPart any = parts.iterator().next();
        long quota = any.baseMicros() < 0 ? UNLIMITED : any.baseMicros();
        String owner = any.owner();
        for (QuotaPart part : parts) {
            if (part.stage() instanceof QuotaPart.Normalized normalized) {
                quota = normalized(quota, normalized.ratio());
                owner = part.owner();
            }
        }
        OptionalLong burst = OptionalLong.empty();
        for (QuotaPart part : parts) {
            if (part.stage() instanceof QuotaPart.Burst wanted) {
                quota = quota < 0 ? UNLIMITED : Math.max(quota, (long) (quota * wanted.scale()));
                burst = OptionalLong.of(quota < 0 ? 0 : Math.min(wanted.burstMicros(), quota));
                owner = part.owner();
            }
        }
        return new ComposedQuota(quota, burst, owner);
    }

    private static long normalized(long quota, double ratio) {
        return quota < 0 || !(ratio > 1) ? quota : Math.max(LEAST_MICROS, (long) Math.ceil(quota / ratio));
    }

    /** Whether the burst is written before the quota, so that the kernel takes both: it never allows a burst above the quota. */
    boolean burstGoesFirst(long currentQuotaMicros) {
        return currentQuotaMicros < 0 || burstMicros.orElse(0) <= currentQuotaMicros;
    }
}
