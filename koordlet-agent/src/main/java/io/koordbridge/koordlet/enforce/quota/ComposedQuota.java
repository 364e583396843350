package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.OptionalLong;

/**
 * The quota of a group: its base, normalized, with a burst on top of that.
 *
 * @param quotaMicros -1 without a limit
 * @param burstMicros empty when no strategy decides it; never more than the quota, which the kernel would not take
 * @param aboveMicros part of the quota that is the burst's
 * @param currentMicros what the file holds
 * @param fresh whether the quota follows what the file holds at each tick, so that an equal one is not written
 * @param owner of the last stage that there is
 */
@PureCore
public record ComposedQuota(
        long quotaMicros, OptionalLong burstMicros, long aboveMicros, long currentMicros, boolean fresh, String owner) {

    private static final long LEAST_MICROS = 1_000;
    private static final long UNLIMITED = -1;

    /** What is composed of the groups directly below one. */
    record Below(long changeMicros, long aboveMicros) {
        static final Below NONE = new Below(0, 0);

        Below plus(ComposedQuota child) {
            long change =
                    child.quotaMicros < 0 || child.currentMicros < 0 ? 0 : child.quotaMicros - child.currentMicros;
            return new Below(changeMicros + change, aboveMicros + child.aboveMicros);
        }
    }

    /** Composes the parts of one group without groups below, in any order; there is at least one. */
    public static ComposedQuota of(Collection<QuotaPart> parts) {
        return of(parts, Below.NONE);
    }

    /**
     * Composes the parts of one group.
     *
     * @param below groups below it that are composed as well
     */
    static ComposedQuota of(Collection<QuotaPart> parts, Below below) {
        QuotaPart any = parts.stream()
                .filter(part -> part.stage() instanceof QuotaPart.Normalized)
                .findFirst()
                .orElseGet(() -> parts.iterator().next());
        long base = any.baseMicros() < 0 ? UNLIMITED : any.baseMicros();
        String owner = any.owner();
        boolean normalizes = false;
        for (QuotaPart part : parts) {
            if (part.stage() instanceof QuotaPart.Normalized normalized) {
                base = normalized(base, normalized.ratio());
                owner = part.owner();
                normalizes = true;
            }
        }
        ComposedQuota composed = new ComposedQuota(base, OptionalLong.empty(), 0, any.currentMicros(), false, owner);
        for (QuotaPart part : parts) {
            if (part.stage() instanceof QuotaPart.Burst burst) {
                long quota =
                        base < 0 ? UNLIMITED : burst.move().target(part.currentMicros(), base, burst.ceilPercent());
                composed = composed.bursting(quota, base, burst.burstMicros(), part);
            } else if (part.stage() instanceof QuotaPart.Around around) {
                long follows = part.currentMicros() <= 0 ? UNLIMITED : part.currentMicros() + below.changeMicros();
                long onTop = base < 0 ? UNLIMITED : base + below.aboveMicros();
                composed = composed.bursting(normalizes ? onTop : follows, base, around.burstMicros(), part);
            }
        }
        return composed;
    }

    private ComposedQuota bursting(long quota, long base, OptionalLong wanted, QuotaPart part) {
        OptionalLong burst =
                wanted.isEmpty() ? wanted : OptionalLong.of(quota < 0 ? 0 : Math.min(wanted.getAsLong(), quota));
        long above = quota < 0 || base < 0 ? 0 : quota - base;
        return new ComposedQuota(quota, burst, above, part.currentMicros(), true, part.owner());
    }

    private static long normalized(long quota, double ratio) {
        return quota < 0 || !(ratio > 1) ? quota : Math.max(LEAST_MICROS, (long) Math.ceil(quota / ratio));
    }

    /** Whether there is nothing to write to the file of the quota. */
    boolean isHeld() {
        return fresh && (quotaMicros == currentMicros || (quotaMicros < 0 && currentMicros <= 0));
    }

    /** Whether the burst is written before the quota, so that the kernel takes both: it never allows a burst above the quota. */
    boolean burstGoesFirst() {
        return currentMicros < 0 || burstMicros.orElse(0) <= currentMicros;
    }
}
