package io.koordbridge.kube.leader;

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
import org.jspecify.annotations.Nullable;

/**
 * A Lease made or changed by hand may lack what the client library takes for granted. Without a holder it is free. A holder that
 * shows no renewal may still act for the time of a lease: it counts as renewed when it was first seen so, and is free after that.
 */
final class ForgivingLease extends LeaseLock {

    /** As short as that of a lease that is released; nobody counts with it. */
    private static final Duration UNKNOWN = Duration.ofSeconds(1);

    private final Clock clock;
    private @Nullable Unrenewed unrenewed;

    /** Who was first seen without a renewal, and when. */
    private record Unrenewed(@Nullable String holder, ZonedDateTime since) {}

    ForgivingLease(LeaderSettings settings, Clock clock) {
        super(settings.namespace(), settings.leaseName(), settings.identity());
        this.clock = clock;
    }

    @Override
    protected LeaderElectionRecord toRecord(Lease lease) {
        LeaseSpec spec = Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
        ZonedDateTime renewed = renewed(spec);
        return new LeaderElectionRecord(
                spec.getHolderIdentity(),
                Optional.ofNullable(spec.getLeaseDurationSeconds())
                        .map(Duration::ofSeconds)
                        .orElse(UNKNOWN),
                Objects.requireNonNullElse(spec.getAcquireTime(), renewed),
                renewed,
                Objects.requireNonNullElse(spec.getLeaseTransitions(), 0));
    }

    private ZonedDateTime renewed(LeaseSpec spec) {
        if (spec.getRenewTime() != null) {
            unrenewed = null;
            return spec.getRenewTime();
        }
        Unrenewed known = unrenewed;
        if (known == null || !Objects.equals(known.holder(), spec.getHolderIdentity())) {
            known = new Unrenewed(spec.getHolderIdentity(), clock.instant().atZone(ZoneOffset.UTC));
            unrenewed = known;
        }
        return known.since();
    }
}
