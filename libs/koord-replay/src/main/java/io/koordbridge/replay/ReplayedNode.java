package io.koordbridge.replay;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.policy.suppress.SuppressAllowance;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A node during its replay. */
final class ReplayedNode {

    private static final double MILLI = 1000;
    private static final double ENOUGH = 0.9;
    private static final double PERCENT = 100;

    private final NodeTrace trace;
    private final ReplaySettings settings;
    private final ReplayedAgent agent;
    private final ReplayedManager manager;
    private final ReplayedLease lease;
    private final Satisfied satisfied;
    private final double[] peaks;
    private final ReplaySums sums;
    private ReplayedAgent.@Nullable Reported reported;

    ReplayedNode(NodeTrace trace, ReplaySettings settings) {
        NodeSize size = trace.size();
        this.trace = trace;
        this.settings = settings;
        this.agent = new ReplayedAgent(size, settings);
        this.manager = new ReplayedManager(trace.node(), size, settings);
        this.lease = new ReplayedLease(settings.lease());
        this.satisfied = new Satisfied(size, settings.protection());
        this.peaks = Peaks.cpuPercent(trace);
        this.sums = new ReplaySums(size);
    }

    /** What holds from a sample until the next one: published before the sample was seen, suppressed by what it shows. */
    void interval(int sample, Timeline timeline) {
        boolean gap = sample > 0 && trace.heldSeconds(sample - 1) == 0;
        Instant now = Instant.ofEpochSecond(trace.epochSeconds(sample));
        if (gap) {
            satisfied.interrupted();
            // The report before the gap is too old by now, unless the strategy allows it.
            manage(now);
        }
        long held = trace.heldSeconds(sample);
        if (held == 0) {
            return;
        }
        TraceSamples samples = new TraceSamples(trace, sample);
        CpuMemory shown = manager.shown() == null ? CpuMemory.ZERO : manager.shown();
        double used = samples.newestMilliCpu();
        long offered = shown.milliCpu();
        long allowance = allowance(used);
        double delivered = (double) Math.min(offered, Math.max(allowance, 0));
        boolean isShort = offered > 0 && allowance < ENOUGH * offered;
        long oracle = manager.offered(peaks[sample] / PERCENT * trace.size().milliCpu(), now);
        sums.cpu(held, used, new ReplaySums.Interval((double) offered, delivered, (double) oracle, isShort));
        sums.leased(held, (double) lease.held().milliCpu());
        double bytes = samples.bytes(sample);
        if (!Double.isNaN(bytes)) {
            boolean tooMuch = (bytes + shown.bytes()) * PERCENT / trace.size().bytes()
                    >= settings.protection().memoryThresholdPercent();
            sums.memory(held, bytes, (double) shown.bytes(), tooMuch && shown.bytes() > 0);
        }
        satisfied.add(held, offered, allowance);
        timeline.add(new Timeline.Interval(
                trace.epochSeconds(sample), held, used, (double) offered, delivered, (double) allowance));
    }

    private long allowance(double used) {
        NodeLoad load = new NodeLoad(trace.size().milliCpu(), 0, used / MILLI, List.of(), List.of());
        return SuppressAllowance.milliCpu(load, settings.protection().suppressThresholdPercent(), OptionalLong.empty());
    }

    /** The sample is seen: a report, if one is due, and what follows from it. */
    void see(int sample) {
        TraceSamples samples = new TraceSamples(trace, sample);
        agent.see(samples).ifPresent(report -> reported = report);
        manage(samples.now());
    }

    private void manage(Instant now) {
        if (reported != null) {
            manager.pass(reported, lease.held(), now);
            lease.follow(manager.shown(), now);
        }
    }

    NodeResult result() {
        return sums.result(
                trace,
                new NodeResult.Counts(
                        agent.reports(),
                        agent.earlyReports(),
                        manager.writes(),
                        manager.shrinks(),
                        lease.changes(),
                        satisfied.episodes()));
    }
}
