package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * What this replica may do now. A new leader grows nothing for the hold-off, while its predecessor's last call may still be
 * under way; without an election there was no predecessor.
 */
public final class Leadership {

    private final LeaderGate gate;
    private final Clock clock;
    private final Duration holdOff;
    private volatile long term;
    private volatile Instant since;

    public Leadership(LeaderGate gate, Clock clock, Duration holdOff) {
        this.gate = gate;
        this.clock = clock;
        this.holdOff = holdOff;
        this.since = clock.instant();
    }

    /** Stands for election; both callbacks have to return fast. */
    public void start(Runnable onChange) {
        gate.start(
                () -> {
                    since = clock.instant();
                    nextTerm();
                    onChange.run();
                },
                () -> {
                    nextTerm();
                    onChange.run();
                });
    }

    private synchronized void nextTerm() {
        // Wall-clock seconds, so that terms of different replicas are also ordered.
        term = Math.max(term + 1, clock.instant().getEpochSecond());
    }

    /** The lease that replicas stand for; it is there whatever else is missing. */
    public Lease leaseObject() {
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(gate.settings().namespace())
                .withName(gate.settings().leaseName())
                .endMetadata()
                .build();
    }

    /** Name of this replica. */
    public String identity() {
        return gate.settings().identity();
    }

    /** Whether this replica leads. */
    public boolean leads() {
        return gate.isLeader();
    }

    /** Whether it leads for at least as long as a call may take. */
    public boolean leadsFor(Duration time) {
        return gate.validFor(time);
    }

    /** Identifies one time of leading or not leading. */
    public long term() {
        return term;
    }

    /** Since when it leads. */
    public Instant since() {
        return since;
    }

    Authority authority(Instant now) {
        boolean election = gate.settings().enabled();
        return new Authority(since, !election || !now.isBefore(since.plus(holdOff)));
    }
}
