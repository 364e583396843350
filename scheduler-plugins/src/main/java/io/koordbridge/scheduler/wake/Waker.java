package io.koordbridge.scheduler.wake;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.wake.RefusedPods.Change;
import io.koordbridge.scheduler.wake.RefusedPods.Refusal;
import io.koordbridge.scheduler.wake.RefusedPods.Woken;
import io.koordbridge.scheduler.wake.RefusedPods.Work;
import io.koordbridge.scheduler.wake.WakeRound.Fitting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Has refused pods tried again after a change while this replica leads: as many as find room, by rank, one write for each, at most 50 a
 * second. The room of a pod that does not come is offered to the next one. A replica that leads no more keeps what it knows: it may only
 * have lost sight of the lease.
 */
public final class Waker implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final int MOST_IN_A_ROUND = 25;
    private static final Duration CALLS = Duration.ofMinutes(1);
    /** Longer than the longest back-off of kube-scheduler: a pod that has not come by then does not want its room. */
    private static final Duration COMES_WITHIN = Duration.ofSeconds(30);

    private final RefusedPods refused;
    private final ClusterLedger ledger;
    private final PluginList plugins;
    private final WakeApi api;
    private final LongSupplier nanoTime;
    private final MetricRegistry metrics;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A waker of the pods that wait in the ledger. */
    public Waker(
            RefusedPods refused,
            ClusterLedger ledger,
            PluginList plugins,
            WakeApi api,
            LongSupplier nanoTime,
            MetricRegistry metrics) {
        this.refused = refused;
        this.ledger = ledger;
        this.plugins = plugins;
        this.api = api;
        this.nanoTime = nanoTime;
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
        Work taken = refused.take(ledger::isPlaced, ledger::isPending, nanoTime.getAsLong());
        if (taken.changed().isEmpty()) {
            return;
        }
        List<Refusal> marked = taken.refused().stream()
                .map(refusal -> refusal.of(ledger.marked(refusal.pod())))
                .toList();
        Work work = new Work(marked, taken.changed(), taken.expected());
        int written = 0;
        for (Fitting fitting : new WakeRound(work, ledger.trial(), plugins).toTryAgain()) {
            if (written++ == MOST_IN_A_ROUND || !api.acts()) {
                refused.giveBack(work.changed());
                return;
            }
            wake(fitting, Objects.requireNonNull(work.changed().get(fitting.node())));
        }
    }

    private void wake(Fitting fitting, Change change) {
        heartbeat.beat();
        Woken woken = new Woken(
                fitting.refusal(), fitting.node(), change.last(), nanoTime.getAsLong() + COMES_WITHIN.toNanos());
        // Before the write: the pod may come before it returns.
        refused.waking(woken);
        boolean done = api.wake(fitting.refusal().pod());
        if (!done) {
            refused.notWoken(woken);
        }
        metrics.counter(MetricNames.of("koord_scheduler_wakes_total", "result", done ? "ok" : "failed"))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
