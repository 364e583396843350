package io.koordbridge.replay;

import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.policy.report.OthersLoad;
import io.koordbridge.policy.report.ReportedUse;
import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.policy.report.SurgePolicy.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The agent of a replayed node: when it reports, and what. */
final class ReplayedAgent {

    private final ReplayedUse levels;
    private final SurgePolicy.Settings early;
    private final Duration window;
    private final Duration interval;
    private final SurgePolicy.Capacity capacity;
    private SurgePolicy.@Nullable Reported reported;
    private long reports;
    private long earlyReports;

    /**
     * A report.
     *
     * @param milliCpu of all but batch work
     * @param bytes of all but batch work; those of the whole node where memory is not known
     */
    record Reported(double milliCpu, double bytes, UsageLevels levels, Instant at) {}

    ReplayedAgent(NodeSize size, ReplaySettings settings) {
        levels = new ReplayedUse(size, !settings.estimate().onlyMean());
        early = settings.early();
        window = Duration.ofSeconds(settings.strategy().metricAggregateDurationSeconds());
        interval = settings.strategy().reportInterval();
        capacity = new SurgePolicy.Capacity(size.milliCpu(), size.bytes());
    }

    long reports() {
        return reports;
    }

    long earlyReports() {
        return earlyReports;
    }

    /** What is reported now; empty when no report is due. */
    Optional<Reported> see(TraceSamples samples) {
        Instant now = samples.now();
        levels.see(samples);
        Aggregate cpu = samples.milliCpu(window);
        Aggregate memory = samples.bytes(window);
        // Memory that is not known is taken to be in use: unknown is never idle.
        double unknown = (double) capacity.bytes();
        OthersLoad mean =
                new OthersLoad(cpu.average().orElse(0), memory.average().orElse(unknown));
        OthersLoad newest = early.enabled()
                ? new OthersLoad(cpu.last().orElse(0), memory.last().orElse(unknown))
                : mean;
        Due due = SurgePolicy.due(early, interval, capacity, Optional.ofNullable(reported), mean, newest, now);
        if (due == Due.NOT_YET) {
            return Optional.empty();
        }
        OthersLoad sent = mean.higher(newest);
        reported = reported == null ? SurgePolicy.Reported.first(now, sent) : reported.next(due, now, sent);
        reports++;
        earlyReports += due == Due.JUMP || due == Due.FALL ? 1 : 0;
        return Optional.of(new Reported(
                said(mean.milliCpu(), newest.milliCpu()),
                said(mean.bytes(), newest.bytes()),
                levels.beside(due, samples),
                now));
    }

    private double said(double mean, double newest) {
        return ReportedUse.of(mean, early.enabled() ? OptionalDouble.of(newest) : OptionalDouble.empty());
    }
}
