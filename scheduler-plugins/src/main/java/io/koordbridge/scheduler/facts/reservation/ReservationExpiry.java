package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.api.reservation.ReservationStatus.Condition;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a reservation ends and when it may be deleted; quota specification section 11.5. A ttl of 0 switches off any end.
 *
 * @param expires whether it ends now
 * @param lookAgain after which time, zero for never
 * @param garbage whether it may be deleted
 */
@PureCore
public record ReservationExpiry(boolean expires, Duration lookAgain, boolean garbage) {

    public static final String FAILED = "Failed";
    public static final String SUCCEEDED = "Succeeded";
    public static final String EXPIRED = "Expired";

    private static final Duration SOONEST = Duration.ofSeconds(3);
    private static final Duration LATEST = Duration.ofSeconds(15);

    /**
     * How it stands at a time.
     *
     * @param keep how long one that has ended stays
     */
    public static ReservationExpiry of(Reservation object, Instant now, Duration keep) {
        ReservationStatus status = object.getStatus();
        String phase = status == null ? "" : Objects.requireNonNullElse(status.phase(), "");
        if (phase.equals(FAILED) || phase.equals(SUCCEEDED)) {
            return new ReservationExpiry(false, Duration.ZERO, isGarbage(phase, status, now.minus(keep)));
        }
        Instant byTtl = byTtl(object);
        Instant byDate = byDate(object);
        Instant end = end(object);
        return new ReservationExpiry(
                end != null && end.isBefore(now), lookAgain(byDate == null ? byTtl : byDate, now), false);
    }

    /** When it ends by its spec, null for never. */
    public static @Nullable Instant end(Reservation object) {
        Instant byTtl = byTtl(object);
        Instant byDate = byDate(object);
        if (isEndless(object) || byTtl == null) {
            return isEndless(object) ? null : byDate;
        }
        return byDate == null || byTtl.isBefore(byDate) ? byTtl : byDate;
    }

    private static boolean isEndless(Reservation object) {
        Duration ttl = ttl(ReservationReader.spec(object));
        return ttl != null && ttl.isZero();
    }

    private static @Nullable Instant byTtl(Reservation object) {
        Duration ttl = ttl(ReservationReader.spec(object));
        return ttl == null || ttl.isZero()
                ? null
                : ReservationReader.created(object).plus(ttl);
    }

    private static @Nullable Instant byDate(Reservation object) {
        ZonedDateTime expires = ReservationReader.spec(object).expires();
        return expires == null ? null : expires.toInstant();
    }

    /** The time to live, null if absent or not usable. */
    private static @Nullable Duration ttl(ReservationSpec spec) {
        return spec.ttl() == null
                ? null
                : GoDurations.nanos(spec.ttl())
                        .filter(nanos -> nanos >= 0)
                        .map(Duration::ofNanos)
                        .orElse(null);
    }

    private static Duration lookAgain(@Nullable Instant end, Instant now) {
        if (end == null) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(now, end);
        if (left.compareTo(SOONEST) < 0) {
            return SOONEST;
        }
        return left.compareTo(LATEST) > 0 ? LATEST : left;
    }

    private static boolean isGarbage(String phase, @Nullable ReservationStatus status, Instant before) {
        List<Condition> conditions = status == null ? null : status.conditions();
        boolean failed = phase.equals(FAILED);
        String reason = failed ? EXPIRED : SUCCEEDED;
        return Objects.requireNonNullElse(conditions, List.<Condition>of()).stream()
                .filter(condition -> reason.equals(condition.reason()))
                .map(condition -> failed ? condition.lastTransitionTime() : condition.lastProbeTime())
                .anyMatch(time -> isBefore(time, before));
    }

    private static boolean isBefore(@Nullable ZonedDateTime time, Instant limit) {
        return time != null && time.toInstant().isBefore(limit);
    }
}
