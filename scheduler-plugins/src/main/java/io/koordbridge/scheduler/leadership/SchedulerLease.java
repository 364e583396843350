package io.koordbridge.scheduler.leadership;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.leader.ObservedLease;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of kube-scheduler, looked at from beside it. The holder writes its times by a clock of its own, so a renewal counts from the
 * last look that did not show it yet. While the lease cannot be read it ends by itself.
 */
public final class SchedulerLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerLease.class);
    /** A kube-scheduler that ends gives the lease back, and another one may lead at once: binds that wait here must not outlive that. */
    private static final Duration PERIOD = Duration.ofMillis(500);

    private static final Duration CALLS = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(15);
    /** Binds of one that does not lead cause no more looks than this. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final LeaderArgs args;
    private final String host;
    private final Supplier<@Nullable Lease> read;
    private final LongSupplier nanoTime;
    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    private volatile BooleanSupplier ready = () -> true;
    private volatile ObservedLease last = ObservedLease.none(0);
    /** Begin of the last look that was answered, and whether there was one. */
    private long answeredNanos;

    private boolean answered;
    /** End of the last look. */
    private long lookedNanos;

    private boolean looked;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A lease that was not looked at yet.
     *
     * @param machine host name of this machine
     * @param read the lease, null if absent
     */
    public SchedulerLease(
            LeaderArgs args,
            String machine,
            Supplier<@Nullable Lease> read,
            LongSupplier nanoTime,
            MetricRegistry metrics) {
        this.args = args;
        this.host = args.host().isEmpty() ? machine : args.host();
        this.read = read;
        this.nanoTime = nanoTime;
        metrics.gauge("koord_scheduler_acts", () -> (Gauge<Integer>) () -> acts(Duration.ZERO) ? 1 : 0);
    }

    /** Has this process act only when it is ready: who does not know all pods yet takes a full quota for one that has room. */
    public void actsOnlyWhen(BooleanSupplier condition) {
        ready = condition;
    }

    /** Begins to look at the lease; without a lease there is nothing to look at. */
    public void start(PeriodicTasks tasks) {
        if (args.enabled()) {
            heartbeat = tasks.every("scheduler-lease", PERIOD, CALLS, this::round);
        }
    }

    /** One look. */
    synchronized void round() {
        long begun = nanoTime.getAsLong();
        look(begun);
        looked = true;
        lookedNanos = nanoTime.getAsLong();
    }

    private void look(long begun) {
        Lease lease;
        try {
            lease = read.get();
        } catch (KubernetesClientException noAnswer) {
            if (trouble.begins("read", FailureFormatter.of(noAnswer))) {
                LOG.warn("The lease of kube-scheduler cannot be read: {}", FailureFormatter.of(noAnswer));
            }
            return;
        }
        trouble.ends("read");
        ObservedLease before = last;
        ObservedLease now = before.seen(lease, answered ? answeredNanos : begun);
        answered = true;
        answeredNanos = begun;
        if (now.isHeld() && !now.holder().equals(before.holder())) {
            LOG.info("kube-scheduler's lease is held by {}, ours is {}", now.holder(), host);
        }
        last = now;
    }

    /** Whether this process is ready and the kube-scheduler beside it leads, for at least this long if it never renews again. */
    public boolean acts(Duration atLeast) {
        if (!ready.getAsBoolean()) {
            return false;
        }
        if (!args.enabled()) {
            return true;
        }
        ObservedLease now = last;
        // kube-scheduler's identity is its host name, an underscore and a unique part.
        return now.holder().startsWith(host + "_")
                && now.age(nanoTime.getAsLong()).plus(atLeast).compareTo(now.lasts(USUAL)) <= 0;
    }

    /**
     * Why this process may not write for at least this long, empty when it may. Before it says no it looks once more: the kube-scheduler
     * beside it may have begun to lead since the last look.
     */
    public String refusal(Duration atLeast) {
        if (!acts(atLeast)) {
            lookAgain();
        }
        if (acts(atLeast)) {
            return "";
        }
        if (!ready.getAsBoolean()) {
            return "nodes and pods are not loaded yet";
        }
        String holder = last.holder();
        return "the kube-scheduler beside " + host + " does not hold the lease " + args.namespace() + "/"
                + args.leaseName() + (holder.isEmpty() ? ", which has no holder" : ", last held by " + holder);
    }

    private synchronized void lookAgain() {
        if (args.enabled() && (!looked || nanoTime.getAsLong() - lookedNanos >= LOOK_AGAIN_NANOS)) {
            round();
        }
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
