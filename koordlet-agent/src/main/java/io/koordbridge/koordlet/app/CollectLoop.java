package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierGroups;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.suppress.NodeLoad;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures and lets the strategies decide in one thread: a whole round each interval; what concerns the tier at once when a look in between
 * shows that other than best-effort work suddenly needs CPU, and again when the next one shows that it was a short burst; what limits pods at once when a control group of a pod appears.
 */
public final class CollectLoop {

    /** Shorter than the time between two looks, of which the first may have come late. */
    private static final Duration SHORTEST_ROUND = Duration.ofMillis(210);

    private static final double SURGE_RATIO = 0.1;
    private static final double SURGE_CORES = 0.25;

    private final UsageCollector collector;
    private final SurgeSensor sensor;
    private final TierGroups groups;
    private final CgroupReader reader;
    private final SnapshotBuilder snapshots;
    private final StrategyRunner strategies;
    private final SuppressTrace trace;
    private final Supplier<NodeView> view;
    private final List<PeriodicSampler> samplers;
    private final Duration interval;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private @Nullable Instant lastLook;
    private @Nullable Instant lastRound;
    private double lastOtherCores;
    /** Whether the last decision was for a surge, and what others used before it. */
    private boolean surging;

    private double calmCores;
    private @Nullable TierReading tier;
    private volatile Latest latest = new Latest(List.of(), null, null);

    /** What the loop works with. */
    public record Parts(
            UsageCollector collector,
            SurgeSensor sensor,
            TierGroups groups,
            CgroupReader reader,
            SnapshotBuilder snapshots,
            StrategyRunner strategies,
            SuppressTrace trace,
            Supplier<NodeView> view,
            List<PeriodicSampler> samplers) {}

    public CollectLoop(Parts parts, Duration interval, Clock clock, MetricRegistry metrics, Consumer<String> problems) {
        this.collector = parts.collector();
        this.sensor = parts.sensor();
        this.groups = parts.groups();
        this.reader = parts.reader();
        this.snapshots = parts.snapshots();
        this.strategies = parts.strategies();
        this.trace = parts.trace();
        this.view = parts.view();
        this.samplers = parts.samplers();
        this.interval = interval;
        this.clock = clock;
        this.metrics = metrics;
        this.problems = problems;
    }

    /** What the last round left behind, for the other loops and for people. */
    record Latest(
            List<HostApplication> applications,
            @Nullable Instant at,
            @Nullable NodeLoad load) {}

    Latest latest() {
        return latest;
    }

    /** One look, with a round when one is due. */
    public void look() {
        Instant now = clock.instant();
        double otherCores = sensor.look(now);
        Instant before = lastLook == null ? now : lastLook;
        boolean due = lastRound == null || !now.isBefore(lastRound.plus(interval));
        if (due) {
            counted("timer");
            round(before, now);
        } else if (surges(otherCores, lastOtherCores, now)) {
            counted("surge");
            calmCores = surging ? calmCores : lastOtherCores;
            between(OptionalDouble.of(otherCores), before, now);
            surging = true;
        } else if (surging && mayDecide(now) && !surges(otherCores, calmCores, now)) {
            counted("calm");
            between(OptionalDouble.empty(), before, now);
            surging = false;
        }
        lastLook = now;
    }

    private void counted(String why) {
        metrics.counter(MetricNames.of("koord_koordlet_rounds_total", "why", why))
                .inc();
    }

    /** Processes stall for memory: a whole round at once, unless the last one was just now. */
    void stall() {
        Instant now = clock.instant();
        if (mayDecide(now)) {
            counted("stall");
            round(lastLook == null ? now : lastLook, now);
            lastLook = now;
        }
    }

    private boolean mayDecide(Instant now) {
        return lastRound == null || !now.isBefore(lastRound.plus(SHORTEST_ROUND));
    }

    private boolean surges(double otherCores, double thanCores, Instant now) {
        NodeLoad load = latest.load();
        if (load == null || !mayDecide(now)) {
            return false;
        }
        double step = Math.max(load.capacityMilliCpu() / 1000.0 * SURGE_RATIO, SURGE_CORES);
        return otherCores - thanCores > step;
    }

    private void round(Instant look, Instant now) {
        try (Timer.Context running =
                metrics.timer("koord_koordlet_round_seconds").time()) {
            NodeView seen = view.get();
            tier = TierReading.of(reader, groups.now(now));
            UsageCollector.Round collected = collector.collect(now, seen, tier);
            lastRound = now;
            surging = false;
            decide(Tick.Cause.TIMER, look, now, observed(tier, collected.applications(), OptionalDouble.empty()));
            samplers.forEach(one -> one.round(now, seen.pods(), collected.applications()));
        } catch (IOException e) {
            lastRound = now;
            if (!Thread.currentThread().isInterrupted()) {
                problems.accept("usage of the node cannot be read, nothing is measured: " + FileErrorFormatter.of(e));
            }
        }
    }

    /**
     * Reads only the tier; pods and applications are those of the last round.
     *
     * @param otherCores use of others as the sensor read it; empty when it is what the last round saw
     */
    private void between(OptionalDouble otherCores, Instant look, Instant now) {
        lastRound = otherCores.isPresent() ? now : lastRound;
        tier = TierReading.of(reader, groups.now(now));
        decide(Tick.Cause.SURGE, look, now, observed(tier, latest.applications(), otherCores));
    }

    private void decide(Tick.Cause cause, Instant look, Instant now, SnapshotBuilder.Observed observed) {
        NodeSnapshot snapshot = snapshots.build(cause, now, view.get(), observed);
        Optional<NodeLoad> load = snapshot.load();
        load.ifPresent(found -> lastOtherCores = found.nonBestEffortCores());
        trace.sampled(look, now);
        strategies.run(snapshot);
        latest = new Latest(observed.applications(), now, load.orElse(null));
    }

    /** A control group of a pod appeared: what limits pods decides at once. */
    void birth() {
        strategies.run(snapshot(Tick.Cause.BIRTH));
    }

    /** Leaves everything as it is. */
    void keep() {
        strategies.end();
    }

    /** Gives everything back. */
    void recover() {
        strategies.releaseAll(snapshot(Tick.Cause.EXIT));
    }

    private NodeSnapshot snapshot(Tick.Cause cause) {
        Instant now = clock.instant();
        TierReading known = tier;
        TierReading seen = known == null || cause == Tick.Cause.EXIT ? TierReading.of(reader) : known;
        return snapshots.build(cause, now, view.get(), observed(seen, latest.applications(), OptionalDouble.empty()));
    }

    private SnapshotBuilder.Observed observed(
            TierReading seen, List<HostApplication> applications, OptionalDouble otherCores) {
        return new SnapshotBuilder.Observed(seen, applications, otherCores, strategies.refused());
    }
}
