package io.koordbridge.kube.leader;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this replica may act. A replica that lost the lease stands again as a candidate; before each write of an effect
 * outside of Kubernetes ask {@link #validFor}.
 */
public final class LeaderGate implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderGate.class);

    private final LeaderConfig settings;
    private final LeaseStore store;
    private final Elector elector;
    private final Counter startFailures;
    private final Counter stopFailures;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean leading = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile String holder = "";
    private volatile Runnable stop = () -> {};

    public LeaderGate(KubernetesClient client, LeaderConfig settings, MetricRegistry metrics) {
        this.settings = settings;
        this.store = new LeaseStore(
                client, settings, trouble("read", settings, metrics), trouble("write", settings, metrics));
        this.elector = new Elector(store, settings, Clock.systemUTC(), System::nanoTime);
        this.startFailures = callbackFailures("start", settings, metrics);
        this.stopFailures = callbackFailures("stop", settings, metrics);
        this.executor =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("leader-" + settings.leaseName()));
        metrics.gauge(MetricNames.of("koord_leader", "lease", settings.leaseName()), () -> leading::get);
    }

    private static LeaseFailureState trouble(String call, LeaderConfig settings, MetricRegistry metrics) {
        String name = MetricNames.of("koord_leader_call_failures_total", "lease", settings.leaseName(), "call", call);
        return new LeaseFailureState(call, settings.leaseName(), metrics.counter(name), System::nanoTime);
    }

    private static Counter callbackFailures(String callback, LeaderConfig settings, MetricRegistry metrics) {
        return metrics.counter(MetricNames.of(
                "koord_leader_callback_failures_total", "lease", settings.leaseName(), "callback", callback));
    }

    /**
     * Stands for election. With the election off, {@code onStart} runs at once on this thread, and what it throws is thrown.
     *
     * @param onStart called on each gain of the lease, on the election's thread: must return fast. When it throws, the lease is
     *     given up, since a leader that does nothing would keep the others from it, and this replica stands again
     * @param onStop called on each loss, also after {@code onStart} threw
     */
    public void start(Runnable onStart, Runnable onStop) {
        if (!settings.enabled()) {
            leading.set(true);
            LOG.info("leader election is off, this replica acts lease={}", settings.leaseName());
            onStart.run();
            return;
        }
        stop = onStop;
        ScheduledFuture<?> unused = executor.scheduleWithFixedDelay(
                () -> round(onStart), 0, settings.retryPeriod().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round(Runnable onStart) {
        if (closed.get()) {
            return;
        }
        try {
            boolean held = elector.attempt();
            heldBy(elector.holder());
            if (held && !leading.get()) {
                gained(onStart);
            } else if (!held) {
                lost();
            }
        } catch (RuntimeException e) {
            // A round that throws would be the last one.
            LOG.error("leader election failed, tried again lease={}", settings.leaseName(), e);
        }
    }

    private void heldBy(String identity) {
        if (!identity.equals(holder)) {
            holder = identity;
            LOG.info("lease={} held by {}", settings.leaseName(), holder.isEmpty() ? "no replica" : holder);
        }
    }

    private void gained(Runnable onStart) {
        leading.set(true);
        LOG.info("leading lease={} identity={}", settings.leaseName(), settings.identity());
        if (!succeeds(onStart, startFailures, "cannot act as leader, giving the lease up")) {
            lost();
            elector.release();
        }
    }

    private boolean succeeds(Runnable callback, Counter failures, String otherwise) {
        try {
            callback.run();
            return true;
        } catch (RuntimeException | Error e) {
            failures.inc();
            LOG.error("{} lease={} identity={}", otherwise, settings.leaseName(), settings.identity(), e);
            return false;
        }
    }

    private void lost() {
        if (leading.compareAndSet(true, false)) {
            LOG.info("no longer leading lease={} identity={}", settings.leaseName(), settings.identity());
            succeeds(stop, stopFailures, "did not stop cleanly after the lease was lost");
        }
    }

    /** Whether this replica leads. */
    public boolean isLeader() {
        return leading.get() && !closed.get();
    }

    /** Identity of the replica that was last seen to hold the lease, empty when none was. */
    public String holder() {
        return holder;
    }

    /**
     * Pod of the replica that was last seen to hold the lease, empty when none was. A replica's identity begins with the name of its
     * pod; the part after the first {@code _} distinguishes processes of a pod.
     */
    public String holderPod() {
        String identity = holder;
        int end = identity.indexOf('_');
        return end < 0 ? identity : identity.substring(0, end);
    }

    /** Says in the Lease, while this replica holds it, where it serves its pages. */
    public void announcePages(String url) {
        store.announce(url);
    }

    /** URL of the pages of the replica that was last seen to hold the lease; empty when that is this replica or none, or when it does not say so. */
    public String leaderPages() {
        return isLeader() || holder.isEmpty() || holder.equals(settings.identity()) ? "" : elector.holderPages();
    }

    /** Whether the lease stays ours for at least this long even if it is never renewed again. */
    public boolean validFor(Duration time) {
        if (!settings.enabled()) {
            return isLeader();
        }
        long age = elector.ageNanos();
        return isLeader() && age != Long.MAX_VALUE && settings.leaseDuration().toNanos() - age >= time.toNanos();
    }

    /** The times in use. */
    public LeaderConfig settings() {
        return settings;
    }

    /** Stops acting, then releases the lease. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        executor.execute(() -> {
            lost();
            elector.release();
        });
        executor.shutdown();
        try {
            if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
