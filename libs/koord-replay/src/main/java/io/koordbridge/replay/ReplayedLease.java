package io.koordbridge.replay;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.policy.lease.LeasePlanner;
import io.koordbridge.policy.lease.NodeBalances;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** YARN's lease of a replayed node, with applications that wait and use all they get. */
final class ReplayedLease {

    private static final Demand WAITING = new Demand(true, 1, 1, false);

    private final ReplaySettings.Lease settings;
    private YarnAmount lease = YarnAmount.ZERO;
    private Instant changedAt = Instant.EPOCH;
    private long changes;

    ReplayedLease(ReplaySettings.Lease settings) {
        this.settings = settings;
    }

    /** What it takes of the node's batch resources. */
    CpuMemory held() {
        BatchAmount batch = settings.conversion().toBatch(lease);
        return CpuMemory.ofMilliAndBytes(batch.milliCpu(), batch.bytes());
    }

    long changes() {
        return changes;
    }

    /** Follows what the node shows. */
    void follow(@Nullable CpuMemory shown, Instant now) {
        BatchAmount origin = shown == null ? null : new BatchAmount(shown.milliCpu(), shown.bytes());
        NodeBalances books =
                new NodeBalances(origin, BatchAmount.ZERO, BatchAmount.ZERO, BatchAmount.ZERO, true, null, false, null);
        LeasePlan plan =
                LeasePlanner.plan(books, lease, YarnAmount.ZERO, WAITING, 1, settings.planner(), settings.conversion());
        YarnAmount next = settings.hysteresis()
                .grown(settings.hysteresis().shrunk(lease, plan), plan, Duration.between(changedAt, now));
        if (!next.equals(lease)) {
            lease = next;
            changedAt = now;
            changes++;
        }
    }
}
