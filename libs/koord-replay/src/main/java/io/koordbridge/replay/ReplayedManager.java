package io.koordbridge.replay;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.offered.DampedBatch;
import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.onlineuse.OnlineEstimator;
import io.koordbridge.capacity.onlineuse.ShownChoices;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.capacity.plan.WriteDecisions;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.steadypods.PodMemory;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.replay.ReplayedAgent.Reported;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The manager of a replayed node: what it calculates from a report, and what the node shows. */
final class ReplayedManager {

    private static final double MILLI = 1000;

    private final String node;
    private final CpuMemory capacity;
    private final OnlineEstimator.Rules rules;
    private final DampingStrategy damping;
    private Map<String, AmountState> before = Map.of();
    private OnlineEstimate.Memory estimates = OnlineEstimate.Memory.NONE;
    private @Nullable CpuMemory shown;
    private @Nullable Instant upToDateAt;
    private long writes;
    private long shrinks;

    ReplayedManager(String node, NodeSize size, ReplaySettings settings) {
        this.node = node;
        this.capacity = CpuMemory.ofMilliAndBytes(size.milliCpu(), size.bytes());
        this.rules = new OnlineEstimator.Rules(
                settings.estimate(),
                settings.strategy(),
                new HeldBelow(
                        settings.protection().suppressThresholdPercent(),
                        settings.protection().memoryThresholdPercent()),
                ShownChoices.NONE);
        this.damping = settings.damping();
    }

    /** What the node shows as batch resources; null for none. */
    @Nullable
    CpuMemory shown() {
        return shown;
    }

    long writes() {
        return writes;
    }

    long shrinks() {
        return shrinks;
    }

    /**
     * A pass over the node.
     *
     * @param report the last one
     * @param held what YARN's lease holds
     */
    void pass(Reported report, CpuMemory held, Instant now) {
        NodeSnapshot snapshot = snapshot(report.milliCpu(), report.bytes(), report.at());
        OnlineEstimate estimate = OnlineEstimator.of(rules, snapshot, report.levels(), estimates, now);
        estimates = estimate.after();
        CalculationBasis basis = CalculationBasis.of(snapshot, rules.strategy(), damping, PodMemory.NONE, now)
                .expectingMore(estimate.extra());
        Damped<BatchAllotment> batch = DampedBatch.of(basis, new Published(before, shown(held)));
        CpuMemory wanted = batch.allotment().isReset()
                ? null
                : limited(
                        estimate,
                        CpuMemory.ofMilliAndBytes(
                                batch.allotment().milliCpu(), batch.allotment().bytes()));
        WriteDecision decision = WriteDecisions.withDamping(
                WriteDecisions.ofAmounts(shown, wanted, upToDateAt, now, rules.strategy()),
                batch.changes(damping.batch()));
        if (decision.writes()) {
            writes++;
            shrinks += milliCpu(wanted) < milliCpu(shown) ? 1 : 0;
            shown = wanted;
        }
        if (decision.writes() || decision.reason() == WriteDecision.Reason.UNCHANGED) {
            upToDateAt = now;
            before = batch.after(estimate.waits());
        }
    }

    /** What the formula offers beside a use that it knows. */
    long offered(double usedMilliCpu, Instant now) {
        return BatchResourceCalculator.calculate(snapshot(usedMilliCpu, 0, now), rules.strategy(), now)
                .milliCpu();
    }

    /** Nothing grows while the estimate is not known. */
    private CpuMemory limited(OnlineEstimate estimate, CpuMemory wanted) {
        return estimate.waits() ? wanted.min(shown == null ? CpuMemory.ZERO : shown) : wanted;
    }

    private Map<String, Shown> shown(CpuMemory held) {
        CpuMemory now = shown == null ? CpuMemory.ZERO : shown;
        return Map.of(
                ResourceNames.BATCH_CPU, new Shown(now.milliCpu(), held.milliCpu()),
                ResourceNames.BATCH_MEMORY, new Shown(now.bytes(), held.bytes()));
    }

    /** All online work is system work here: for the formula it is the same. */
    private NodeSnapshot snapshot(double milliCpu, double bytes, Instant reportedAt) {
        CpuMemory used =
                CpuMemory.ofMilliAndBytes(Rounding.truncated(milliCpu / MILLI, 1000), Rounding.truncated(bytes, 1));
        NodeUsage usage =
                new NodeUsage(reportedAt, true, used, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, used, CpuMemory.ZERO);
        return new NodeSnapshot(node, capacity, capacity, true, CpuMemory.ZERO, List.of(), usage);
    }

    private static long milliCpu(@Nullable CpuMemory amount) {
        return amount == null ? 0 : amount.milliCpu();
    }
}
