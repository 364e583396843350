package io.koordbridge.scheduler.gatekeeper;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Has pods tried that may enter: one with our scheduling gate by removing it, others by the write for pods that kube-scheduler knows.
 * Only the replica that acts writes, and removes so many gates in a second. Thread-safe.
 */
public final class GateOpener implements WakeApi {

    /** The longest that one write takes. */
    private static final Duration WRITE = Duration.ofSeconds(3);

    private final GatedPods pods;
    private final GateApi gates;
    private final WakeApi others;
    private final GatekeeperArgs args;
    private final Predicate<Duration> acts;
    private final Clock clock;
    private final MetricRegistry metrics;
    private long second;
    private int writes;

    /**
     * An opener.
     *
     * @param others tries pods again that have no gate of ours
     * @param acts whether this replica may write, for at least some time
     */
    public GateOpener(
            GatedPods pods,
            GateApi gates,
            WakeApi others,
            GatekeeperArgs args,
            Predicate<Duration> acts,
            Clock clock,
            MetricRegistry metrics) {
        this.pods = pods;
        this.gates = gates;
        this.others = others;
        this.args = args;
        this.acts = acts;
        this.clock = clock;
        this.metrics = metrics;
        metrics.gauge("koord_scheduler_gated_pods", () -> (Gauge<Integer>) pods::count);
    }

    @Override
    public boolean wake(PodFacts pod) {
        Optional<GatedPod> gated = pods.find(pod.uid());
        return gated.map(this::open).orElseGet(() -> acts() && others.wake(pod));
    }

    @Override
    public boolean acts() {
        return acts.test(WRITE);
    }

    /** Removes our gate from a pod; false when it could not be written, or not in this second. */
    boolean open(GatedPod pod) {
        if (!acts() || !mayWrite()) {
            return false;
        }
        boolean removed = gates.remove(pod.namespace(), pod.name(), pod.uid());
        if (removed) {
            pods.opened(pod.uid());
        }
        metrics.counter(MetricNames.of("koord_scheduler_gates_opened_total", "result", removed ? "ok" : "failed"))
                .inc();
        return removed;
    }

    private synchronized boolean mayWrite() {
        Instant now = clock.instant();
        if (now.getEpochSecond() != second) {
            second = now.getEpochSecond();
            writes = 0;
        }
        return writes++ < args.patchesPerSecond();
    }
}
