package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.FileWords;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.load.NodeLoad;
import io.koordbridge.koordlet.qos.suppress.SuppressDecision;
import io.koordbridge.koordlet.qos.suppress.SuppressRound;
import io.koordbridge.koordlet.qos.suppress.Suppressor;
import io.koordbridge.kube.metrics.MetricNames;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures and suppresses in one thread: a whole round each interval, and one at once when a look in between shows that other than
 * best-effort work suddenly needs CPU.
 */
final class CollectLoop {

    private static final Duration SHORTEST_ROUND = Duration.ofMillis(240);
    private static final double SURGE_RATIO = 0.1;
    private static final double SURGE_CORES = 0.25;

    private final UsageCollector collector;
    private final SurgeSensor sensor;
    private final SuppressInputs inputs;
    private final Suppressor suppressor;
    private final SuppressTrace trace;
    private final Supplier<NodeView> view;
    private final Settings settings;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private @Nullable Instant lastLook;
    private @Nullable Instant lastRound;
    private double lastOtherCores;
    private volatile Snapshot snapshot = new Snapshot(List.of(), null, null, null);

    /** What the loop works with. */
    record Parts(
            UsageCollector collector,
            SurgeSensor sensor,
            SuppressInputs inputs,
            Suppressor suppressor,
            SuppressTrace trace,
            Supplier<NodeView> view) {}

    /** How it works. */
    record Settings(Duration interval, boolean suppresses) {}

    CollectLoop(Parts parts, Settings settings, Clock clock, MetricRegistry metrics, Consumer<String> problems) {
        this.collector = parts.collector();
        this.sensor = parts.sensor();
        this.inputs = parts.inputs();
        this.suppressor = parts.suppressor();
        this.trace = parts.trace();
        this.view = parts.view();
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
        this.problems = problems;
    }

    /** What the last round left behind, for the other loops and for people. */
    record Snapshot(
            List<HostApplication> applications,
            @Nullable Instant at,
            @Nullable SuppressDecision decision,
            @Nullable NodeLoad load) {}

    Snapshot snapshot() {
        return snapshot;
    }

    /** One look, with a round when one is due. */
    void look() {
        Instant now = clock.instant();
        double otherCores = sensor.look(now);
        Instant before = lastLook == null ? now : lastLook;
        boolean due = lastRound == null || !now.isBefore(lastRound.plus(settings.interval()));
        if (due || surges(otherCores, now)) {
            metrics.counter(MetricNames.of("koord_koordlet_rounds_total", "why", due ? "timer" : "surge"))
                    .inc();
            round(before, now);
        }
        lastLook = now;
    }

    private boolean surges(double otherCores, Instant now) {
        NodeLoad load = snapshot.load();
        if (load == null || lastRound == null || now.isBefore(lastRound.plus(SHORTEST_ROUND))) {
            return false;
        }
        double step = Math.max(load.capacityMilliCpu() / 1000.0 * SURGE_RATIO, SURGE_CORES);
        return otherCores - lastOtherCores > step;
    }

    private void round(Instant look, Instant now) {
        try (Timer.Context running =
                metrics.timer("koord_koordlet_round_seconds").time()) {
            NodeView seen = view.get();
            UsageCollector.Round collected = collector.collect(now, seen);
            lastRound = now;
            SuppressRound input = inputs.round(seen, collected.applications(), now);
            Optional<NodeLoad> load = input.policy().load();
            load.ifPresent(found -> lastOtherCores = found.nonBestEffortCores());
            SuppressDecision decision = null;
            if (settings.suppresses()) {
                trace.sampled(look, now);
                decision = suppressor.round(input);
                metrics.counter(MetricNames.of("koord_koordlet_suppress_rounds_total", "reason", decision.reason()))
                        .inc();
            }
            snapshot = new Snapshot(collected.applications(), now, decision, load.orElse(null));
        } catch (IOException e) {
            lastRound = now;
            if (!Thread.currentThread().isInterrupted()) {
                problems.accept("usage of the node cannot be read, nothing is measured: " + FileWords.of(e));
            }
        }
    }

    /** Gives everything back; the loop must have ended. */
    void recover() {
        if (settings.suppresses()) {
            Instant now = clock.instant();
            suppressor.recoverAll(inputs.round(view.get(), snapshot.applications(), now));
        }
    }
}
