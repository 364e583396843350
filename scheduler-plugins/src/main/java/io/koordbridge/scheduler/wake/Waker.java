package io.koordbridge.scheduler.wake;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.RefusedPods.Refusal;
import io.koordbridge.scheduler.wake.RefusedPods.Work;
import java.time.Duration;
import java.util.List;

/**
 * Has refused pods tried again after a change while this replica leads, one write for each pod and change, at most 50 a second. One that
 * leads no more keeps what it knows: it may only have lost sight of the lease.
 */
public final class Waker implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final int MOST_IN_A_ROUND = 25;
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final RefusedPods refused;
    private final ClusterLedger ledger;
    private final PluginList plugins;
    private final WakeApi api;
    private final MetricRegistry metrics;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A waker of the pods that wait in the ledger. */
    public Waker(RefusedPods refused, ClusterLedger ledger, PluginList plugins, WakeApi api, MetricRegistry metrics) {
        this.refused = refused;
        this.ledger = ledger;
        this.plugins = plugins;
        this.api = api;
        this.metrics = metrics;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("wake", PERIOD, CALLS, this::round);
    }

    /** One round. */
    public void round() {
        if (!api.acts()) {
            return;
        }
        Work work = refused.take();
        if (work.changed().isEmpty()) {
            return;
        }
        List<Refusal> refusals = work.refused().stream()
                .map(refusal -> new Refusal(ledger.marked(refusal.pod()), refusal.at()))
                .toList();
        List<PodFacts> pods = WakeRound.toTryAgain(new Work(refusals, work.changed()), ledger.view(), plugins);
        int woken = 0;
        for (PodFacts pod : pods) {
            if (woken++ == MOST_IN_A_ROUND || !api.acts()) {
                refused.giveBack(work.changed());
                return;
            }
            wake(pod);
        }
    }

    private void wake(PodFacts pod) {
        heartbeat.beat();
        refused.settled(pod.uid());
        boolean waits = ledger.pendingPod(pod.namespace(), pod.name())
                .filter(known -> known.uid().equals(pod.uid()))
                .isPresent();
        if (waits) {
            metrics.counter(MetricNames.of("koord_scheduler_wakes_total", "result", api.wake(pod) ? "ok" : "failed"))
                    .inc();
        }
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
