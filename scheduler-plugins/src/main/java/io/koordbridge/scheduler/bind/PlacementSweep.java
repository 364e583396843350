package io.koordbridge.scheduler.bind;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold.Owner;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles placements for which no feed event came: asks the API server and believes only its answer. */
public final class PlacementSweep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PlacementSweep.class);
    private static final int READS_PER_ROUND = 50;
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final ClusterLedger ledger;
    private final BindingApi api;
    private final Duration checkAgainAfter;
    private final Clock clock;
    private final MetricRegistry metrics;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A sweep that looks again after the given time when the API server does not answer. */
    public PlacementSweep(
            ClusterLedger ledger, BindingApi api, Duration checkAgainAfter, Clock clock, MetricRegistry metrics) {
        this.ledger = ledger;
        this.api = api;
        this.checkAgainAfter = checkAgainAfter;
        this.clock = clock;
        this.metrics = metrics;
        metrics.gauge("koord_scheduler_assumed_pods", () ->
                (Gauge<Integer>) () -> ledger.assumptions().size());
    }

    /** Sweeps at this period until closed. */
    public void start(PeriodicTasks tasks, Duration period) {
        heartbeat = tasks.every("placement-sweep", period, CALLS, this::round);
    }

    /** One round. */
    public void round() {
        ledger.overdue(clock.instant()).stream().limit(READS_PER_ROUND).forEach(this::settle);
    }

    private void settle(Assumption assumption) {
        Owner owner = assumption.hold().owner();
        if (owner != Owner.BIND) {
            ledger.release(assumption.pod().uid(), owner);
            count("hold_over");
            return;
        }
        heartbeat.beat();
        Optional<PodFacts> pod;
        try {
            pod = api.read(assumption.pod().namespace(), assumption.pod().name())
                    .filter(found -> found.uid().equals(assumption.pod().uid()));
        } catch (BindingApiException noAnswer) {
            ledger.checkLater(assumption, clock.instant().plus(checkAgainAfter));
            count("no_answer");
            LOG.debug("Placement stays pod={} node={}", assumption.pod().key(), assumption.node(), noAnswer);
            return;
        }
        boolean bound = pod.isPresent() && pod.get().nodeName() != null;
        if (bound) {
            ledger.podSeen(pod.get());
        }
        ledger.release(assumption);
        count(bound ? "bound" : "released");
        LOG.info(
                "Placement settled pod={} node={} outcome={}",
                assumption.pod().key(),
                assumption.node(),
                bound ? "bound to " + pod.get().nodeName() : "released");
    }

    private void count(String how) {
        metrics.counter(MetricNames.of("koord_scheduler_placements_settled_total", "how", how))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
