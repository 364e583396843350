package io.koordbridge.kube.leader;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Lease whose renewals count from when this process saw them, as in Kubernetes' own components: the holder wrote its times by a
 * clock that may differ from ours, and our own may be set. A Lease made or changed by hand may lack what the client library takes
 * for granted: without a holder it is free, and what a holder does not say is assumed as of ours.
 */
final class ObservedLease extends LeaseLock {

    private final LeaderConfig settings;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private @Nullable Renewal last;

    /** What distinguishes one renewal from the next, and when it was first seen. */
    private record Renewal(
            @Nullable String holder, @Nullable ZonedDateTime time, long seenNanos) {

        boolean isOf(LeaseSpec spec) {
            return Objects.equals(holder, spec.getHolderIdentity()) && Objects.equals(time, spec.getRenewTime());
        }
    }

    ObservedLease(LeaderConfig settings, Clock clock, LongSupplier nanoTime) {
        super(settings.namespace(), settings.leaseName(), settings.identity());
        this.settings = settings;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Override
    protected LeaderElectionRecord toRecord(Lease lease) {
        LeaseSpec spec = Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
        ZonedDateTime renewed = renewed(spec);
        return new LeaderElectionRecord(
                spec.getHolderIdentity(),
                Optional.ofNullable(spec.getLeaseDurationSeconds())
                        .map(Duration::ofSeconds)
                        .orElse(settings.leaseDuration()),
                Objects.requireNonNullElse(spec.getAcquireTime(), renewed),
                renewed,
                Objects.requireNonNullElse(spec.getLeaseTransitions(), 0));
    }

    /** By our clock as it is now, since the library compares with that. */
    private ZonedDateTime renewed(LeaseSpec spec) {
        Renewal renewal = last;
        if (renewal == null || !renewal.isOf(spec)) {
            renewal = new Renewal(spec.getHolderIdentity(), spec.getRenewTime(), nanoTime.getAsLong());
            last = renewal;
        }
        return clock.instant()
                .minusNanos(nanoTime.getAsLong() - renewal.seenNanos())
                .atZone(ZoneOffset.UTC);
    }

    /** The library writes by a merge patch, which leaves the holder there unless another one, or an empty one, is said. */
    @Override
    protected Lease toResource(LeaderElectionRecord record, ObjectMetaBuilder metadata) {
        Lease lease = super.toResource(record, metadata);
        lease.getSpec().setHolderIdentity(Objects.requireNonNullElse(record.getHolderIdentity(), ""));
        return lease;
    }
}
