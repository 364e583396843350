package io.koordbridge.manager.app;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.explain.Protection;
import io.koordbridge.manager.publish.ProtectionReader;
import io.koordbridge.sloconfig.MergedConfig;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns about batch capacity without protection: an event when a configuration asks for that, and what nodes show as a metric and
 * in the health report, where it is a message and no failure, because the manager works.
 */
final class ProtectionCheck extends HealthCheck implements ClusterListener {

    private static final Logger LOG = LoggerFactory.getLogger(ProtectionCheck.class);

    private final ClusterView view;
    private final ConfigSources sources;
    private final EventRecorder events;
    private final Clock clock;

    /** A listener that is notified after the readers of the ConfigMap. */
    ProtectionCheck(
            ClusterView view, ConfigSources sources, EventRecorder events, MetricRegistry metrics, Clock clock) {
        this.view = view;
        this.sources = sources;
        this.events = events;
        this.clock = clock;
        metrics.gauge("koord_manager_unprotected_nodes", () -> () -> now().unprotectedNodes());
        metrics.gauge(
                "koord_manager_memory_unprotected_nodes",
                () -> () -> now().memory().unprotectedNodes());
    }

    /** What the nodes show. */
    Protection now() {
        return Protection.of(
                view.nodes().map(node -> new Protection.Guarded(node, ProtectionReader.facts(view, node))),
                clock.instant());
    }

    @Override
    protected Result check() {
        Protection protection = now();
        Protection.Memory memory = protection.memory();
        return Result.healthy(
                "protection of CPU is %s: %s; of memory %s: %s",
                protection.state(), protection.detail(), memory.state(), memory.detail());
    }

    @Override
    public void configMapRead(@Nullable Map<String, String> data) {
        SloConfig.State slo = sources.slo().state();
        boolean offers = sources.capacity()
                .colocation()
                .state()
                .config()
                .cluster()
                .strategy()
                .enable();
        // Without a good text since the start the nodes keep what an earlier one said.
        if (!offers || slo.neverGood().contains(SloKey.THRESHOLD)) {
            return;
        }
        unprotected(slo.of(SloKey.THRESHOLD)).ifPresent(where -> {
            String message = "batch capacity is offered without protection of online pods: %s of %s is not true"
                    .formatted(where, SloKey.THRESHOLD.key());
            if (events.record(view.configMapForEvents(), EventType.WARNING, "ColocationUnprotected", message)) {
                LOG.warn(message);
            }
        });
    }

    private static Optional<String> unprotected(MergedConfig threshold) {
        if (!threshold.cluster().path("enable").asBoolean()) {
            return Optional.of("clusterStrategy.enable");
        }
        return threshold.entries().stream()
                .filter(entry -> !entry.tree().path("enable").asBoolean())
                .findFirst()
                .map(entry -> "enable of nodeStrategies entry '" + entry.name() + "'");
    }
}
