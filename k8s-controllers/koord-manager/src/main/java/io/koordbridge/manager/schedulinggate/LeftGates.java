package io.koordbridge.manager.schedulinggate;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens our scheduling gates while no gatekeeper says that it works, so that none is left behind. */
public final class LeftGates implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeftGates.class);
    private static final Duration PERIOD = Duration.ofSeconds(15);
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final Api api;
    private final GatekeeperWord word;
    private final Duration openAfter;
    private final BooleanSupplier mayWrite;
    private final MetricRegistry metrics;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A pod with our gate. */
    public record Gated(String namespace, String name, String uid) {}

    /** What is read and written. */
    public interface Api {

        /** Pods that wait with our gate, a part of them when there are many. */
        List<Gated> gated();

        /** Removes our gate from a pod; false when it could not be written. */
        boolean remove(Gated pod);
    }

    /**
     * An opener.
     *
     * @param openAfter how long the gatekeeper may be silent
     * @param mayWrite whether this replica acts
     */
    public LeftGates(
            Api api, GatekeeperWord word, Duration openAfter, BooleanSupplier mayWrite, MetricRegistry metrics) {
        this.api = api;
        this.word = word;
        this.openAfter = openAfter;
        this.mayWrite = mayWrite;
        this.metrics = metrics;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("left-gates", PERIOD, CALLS, this::round);
    }

    /** One look at what the gatekeeper says. */
    void round() {
        if (!mayWrite.getAsBoolean()) {
            return;
        }
        word.look();
        if (word.unchangedFor().compareTo(openAfter) <= 0) {
            return;
        }
        List<Gated> left = api.gated();
        if (!left.isEmpty()) {
            LOG.warn(
                    "No gatekeeper of a koord-scheduler works for {}s: opening the scheduling gates of {} pods",
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
