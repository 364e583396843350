package io.koordbridge.scheduler.gatekeeper;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * Has pods tried that may enter: one with our scheduling gate by removing it, others by the write for pods that kube-scheduler knows.
 * Only the replica that acts writes. Thread-safe.
 */
public final class GateOpener implements WakeApi {

    /** The longest that one write takes. */
    private static final Duration WRITE = Duration.ofSeconds(3);

    private final GatedPods pods;
    private final GateApi gates;
    private final WakeApi others;
    private final WritesTogether writes;
    private final Predicate<Duration> acts;
    private final MetricRegistry metrics;

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
            WritesTogether writes,
            Predicate<Duration> acts,
            MetricRegistry metrics) {
        this.pods = pods;
        this.gates = gates;
        this.others = others;
        this.writes = writes;
        this.acts = acts;
        this.metrics = metrics;
        metrics.gauge("koord_scheduler_gated_pods", () -> (Gauge<Integer>) pods::count);
    }

    @Override
    public boolean wake(PodFacts pod) {
        Optional<GatedPod> gated = pods.find(pod.uid());
        return gated.map(this::open).orElseGet(() -> acts() && others.wake(pod));
    }

    @Override
    public List<PodFacts> wakeAll(List<PodFacts> list) {
        Queue<PodFacts> failed = new ConcurrentLinkedQueue<>();
        writes.run(list.stream()
                .<Runnable>map(pod -> () -> {
                    if (!wake(pod)) {
                        failed.add(pod);
                    }
                })
                .toList());
        return List.copyOf(failed);
    }

    @Override
    public boolean isGated(PodFacts pod) {
        return pods.find(pod.uid()).isPresent();
    }

    @Override
    public boolean acts() {
        return acts.test(WRITE);
    }

    /** Removes our gate from pods. Those for which that fails are looked at again. */
    void openAll(List<GatedPod> list) {
        writes.run(list.stream().<Runnable>map(pod -> () -> open(pod)).toList());
    }

    private boolean open(GatedPod pod) {
        if (!acts()) {
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
}
