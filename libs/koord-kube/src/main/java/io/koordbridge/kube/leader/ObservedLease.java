package io.koordbridge.kube.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Lease as it was last read, and since when it says the same by our own monotonic clock: its holder writes its times by another
 * clock, and either may be set.
 *
 * @param holder identity of the holder, empty without a holder or without a Lease
 * @param renewed time of the last renewal by the holder's clock
 * @param durationSeconds how long a renewal lasts, null when the Lease does not say
 * @param sinceNanos when this renewal was first seen
 */
public record ObservedLease(
        String holder,
        @Nullable ZonedDateTime renewed,
        @Nullable Integer durationSeconds,
        long sinceNanos) {

    /** No Lease. */
    public static ObservedLease none(long nanos) {
        return new ObservedLease("", null, null, nanos);
    }

    /** After another look at it. */
    public ObservedLease seen(@Nullable Lease lease, long nanos) {
        LeaseSpec spec = lease == null ? null : lease.getSpec();
        if (spec == null) {
            return changed("", null) ? none(nanos) : this;
        }
        String now = Objects.requireNonNullElse(spec.getHolderIdentity(), "");
        return new ObservedLease(
                now,
                spec.getRenewTime(),
                spec.getLeaseDurationSeconds(),
                changed(now, spec.getRenewTime()) ? nanos : sinceNanos);
    }

    private boolean changed(String now, @Nullable ZonedDateTime renewal) {
        return !holder.equals(now) || !Objects.equals(renewed, renewal);
    }

    /** Whether a process holds it. */
    public boolean isHeld() {
        return !holder.isEmpty();
    }

    /** Time since this renewal was first seen. */
    public Duration age(long nanos) {
        return Duration.ofNanos(nanos - sinceNanos);
    }

    /** How long a renewal lasts. */
    public Duration lasts(Duration otherwise) {
        return Optional.ofNullable(durationSeconds).map(Duration::ofSeconds).orElse(otherwise);
    }
}
