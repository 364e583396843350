package io.koordbridge.kube.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Takes and renews a Lease by the rules of client-go's leader election. Every wait is measured by the monotonic clock: a renewal
 * counts from when this process saw it, and our own from before it was sent, so neither a holder's clock nor a clock that is set
 * takes the Lease from a living leader. The wall clock only fills the Lease's times for readers.
 */
final class Elector {

    private final LeaseStore store;
    private final LeaderConfig settings;
    private final Clock wallClock;
    private final LongSupplier nanoTime;
    private ObservedLease last = ObservedLease.none(0);
    private volatile long renewedNanos;
    private volatile boolean held;
    private volatile String pages = "";

    Elector(LeaseStore store, LeaderConfig settings, Clock wallClock, LongSupplier nanoTime) {
        this.store = store;
        this.settings = settings;
        this.wallClock = wallClock;
        this.nanoTime = nanoTime;
    }

    /**
     * Tries once to take or to renew the Lease. A call that fails leaves everything as it was: a holder is out only when its last
     * renewal is older than the renew deadline, or when the Lease has another holder.
     *
     * @return whether this replica holds the Lease
     */
    boolean attempt() {
        long before = nanoTime.getAsLong();
        try {
            Lease found = store.read();
            if (found == null) {
                store.create(taken(new LeaseSpec(), 0));
                renewed(before);
            } else {
                attempt(found, before);
            }
        } catch (KubernetesClientException e) {
            // Counted and logged by the store.
        }
        if (held && ageNanos() > settings.renewDeadline().toNanos()) {
            held = false;
        }
        return held;
    }

    private void attempt(Lease found, long before) {
        LeaseSpec spec = Objects.requireNonNullElseGet(found.getSpec(), LeaseSpec::new);
        last = last.seen(found, nanoTime.getAsLong());
        pages = LeaseStore.pages(found);
        boolean ours = last.holder().equals(settings.identity());
        held = held && ours;
        if (!ours && last.isHeld() && !expired()) {
            return;
        }
        int transitions = Objects.requireNonNullElse(spec.getLeaseTransitions(), 0);
        store.update(found, ours ? renewal(spec) : taken(spec, transitions + 1));
        renewed(before);
    }

    private boolean expired() {
        return last.age(nanoTime.getAsLong()).compareTo(last.lasts(settings.leaseDuration())) > 0;
    }

    private void renewed(long before) {
        last = new ObservedLease(settings.identity(), null, null, before);
        renewedNanos = before;
        held = true;
    }

    /** Gives the Lease back if this replica holds it, so that the next one need not wait; a failure leaves it to run out. */
    void release() {
        if (!held) {
            return;
        }
        held = false;
        try {
            Lease found = store.read();
            if (found != null && last.seen(found, 0).holder().equals(settings.identity())) {
                store.update(
                        found,
                        new LeaseSpecBuilder(renewal(found.getSpec()))
                                .withHolderIdentity("")
                                .build());
            }
        } catch (KubernetesClientException e) {
            // Counted and logged by the store.
        }
    }

    /** Nanoseconds since our last renewal; the largest value when this replica does not hold the Lease. */
    long ageNanos() {
        return held ? nanoTime.getAsLong() - renewedNanos : Long.MAX_VALUE;
    }

    /** Identity that the Lease named when it was last read or written, empty when none. */
    String holder() {
        return last.holder();
    }

    /** URL of the holder's pages by the Lease when it was last read, empty when not known. */
    String holderPages() {
        return pages;
    }

    private LeaseSpec taken(LeaseSpec before, int transitions) {
        return new LeaseSpecBuilder(renewal(before))
                .withHolderIdentity(settings.identity())
                .withAcquireTime(now())
                .withLeaseTransitions(transitions)
                .build();
    }

    /** A Lease that was emptied by hand gets what it lacks. */
    private LeaseSpec renewal(LeaseSpec before) {
        return new LeaseSpecBuilder()
                .withHolderIdentity(settings.identity())
                .withLeaseDurationSeconds((int) settings.leaseDuration().toSeconds())
                .withAcquireTime(Objects.requireNonNullElseGet(before.getAcquireTime(), this::now))
                .withRenewTime(now())
                .withLeaseTransitions(Objects.requireNonNullElse(before.getLeaseTransitions(), 0))
                .build();
    }

    private ZonedDateTime now() {
        return ZonedDateTime.now(wallClock);
    }
}
