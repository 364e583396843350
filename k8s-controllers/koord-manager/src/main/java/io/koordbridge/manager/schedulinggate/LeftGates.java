package io.koordbridge.manager.schedulinggate;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.koordbridge.kube.leader.ObservedLease;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens our scheduling gates while no kube-scheduler with our extender leads, so that none is left behind. */
public final class LeftGates implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeftGates.class);
    private static final Duration PERIOD = Duration.ofSeconds(15);
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final Api api;
    private final Duration openAfter;
    private final BooleanSupplier mayWrite;
    private final LongSupplier nanoTime;
    private final MetricRegistry metrics;
    private ObservedLease lease;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A pod with our gate. */
    public record Gated(String namespace, String name, String uid) {}

    /** What is read and written. */
    public interface Api {

        /** The lease, null when absent. */
        @Nullable
        Lease lease();

        /** Pods that wait with our gate, a part of them when there are many. */
        List<Gated> gated();

        /** Removes our gate from a pod; false when it could not be written. */
        boolean remove(Gated pod);
    }

    /**
     * An opener.
     *
     * @param openAfter how long the lease may stay as it is
     * @param mayWrite whether this replica acts
     */
    public LeftGates(
            Api api, Duration openAfter, BooleanSupplier mayWrite, LongSupplier nanoTime, MetricRegistry metrics) {
        this.api = api;
        this.openAfter = openAfter;
        this.mayWrite = mayWrite;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.lease = ObservedLease.none(nanoTime.getAsLong());
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("left-gates", PERIOD, CALLS, this::round);
    }

    /** One look at the lease. */
    void round() {
        if (!mayWrite.getAsBoolean()) {
            return;
        }
        lease = lease.seen(api.lease(), nanoTime.getAsLong());
        if (lease.age(nanoTime.getAsLong()).compareTo(openAfter) <= 0) {
            return;
        }
        List<Gated> left = api.gated();
        if (!left.isEmpty()) {
            LOG.warn(
                    "No koord-scheduler leads for {}s: opening the scheduling gates of {} pods",
                    openAfter.toSeconds(),
                    left.size());
        }
        for (Gated pod : left) {
            if (!mayWrite.getAsBoolean()) {
                return;
            }
            heartbeat.beat();
            count(api.remove(pod));
        }
    }

    private void count(boolean removed) {
        metrics.counter(MetricNames.of("koord_manager_left_gates_opened_total", "result", removed ? "ok" : "failed"))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
