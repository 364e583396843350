package io.koordbridge.manager.profile.outsidetier;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.protocol.KubeQos;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows pods, and reports those outside the tier while this replica leads. */
public final class OutsideTierWatcher implements ClusterListener, AutoCloseable {

    static final String REASON = "BestEffortPodOutsideTier";

    private static final Logger LOG = LoggerFactory.getLogger(OutsideTierWatcher.class);
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final int REPORTS_PER_ROUND = 100;
    private static final int NAMED = 3;

    private final OutsidePods pods = new OutsidePods();
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Leadership acting;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    public OutsideTierWatcher(EventRecorder events, MetricRegistry metrics, Leadership acting) {
        this.events = events;
        this.metrics = metrics;
        this.acting = acting;
        for (KubeQos qos : List.of(KubeQos.BURSTABLE, KubeQos.GUARANTEED)) {
            metrics.gauge(
                    MetricNames.of(
                            "koord_manager_best_effort_pods_outside_tier",
                            "qos",
                            qos.wireName().toLowerCase(Locale.ROOT)),
                    () -> () -> acting.acts() ? pods.count(qos) : 0);
        }
    }

    /** Begins to report. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("pods-outside-tier", PERIOD, CALLS, this::report);
    }

    /** Those of now, on every replica. */
    public OutsideTier now() {
        return pods.summary(NAMED);
    }

    @Override
    public void podsListing() {
        pods.forgetAll();
    }

    @Override
    public void podSeen(Pod pod) {
        Optional<OutsidePod> outside = OutsidePod.of(pod);
        if (outside.isPresent()) {
            pods.put(outside.get());
        } else {
            podGone(
                    Objects.requireNonNullElse(pod.getMetadata().getNamespace(), ""),
                    pod.getMetadata().getName());
        }
    }

    @Override
    public void podGone(String namespace, String name) {
        pods.forget(namespace, name);
    }

    /** One round; every ten seconds. */
    void report() {
        if (!acting.acts() || !acting.mayWrite()) {
            return;
        }
        List<OutsidePod> found = pods.takeUnreported(REPORTS_PER_ROUND);
        for (OutsidePod one : found) {
            events.recordOnce(one.reference(), EventType.WARNING, REASON, one.message());
        }
        if (!found.isEmpty()) {
            metrics.counter("koord_manager_best_effort_pods_outside_tier_reported_total")
                    .inc(found.size());
            LOG.warn(
                    "best-effort pods outside the best-effort tier count={} first={} qos={}",
                    found.size(),
                    found.get(0).key(),
                    found.get(0).qos());
        }
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
