package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.damping.DampingState;
import io.koordbridge.manager.sloconfig.ConfigProblems;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the views into one snapshot. */
final class InputsReader {

    private final ClusterView view;
    private final NodeResourceConfig config;
    private final EventRecorder events;
    private final ThirdPartyMemory thirdParties;

    InputsReader(ClusterView view, NodeResourceConfig config, EventRecorder events, ThirdPartyMemory thirdParties) {
        this.view = view;
        this.config = config;
        this.events = events;
        this.thirdParties = thirdParties;
    }

    NodeInputs read(Node node, DampingState damping, @Nullable Instant upToDateAt, Instant now) {
        String name = node.getMetadata().getName();
        EffectiveStrategy.ForNode strategy = EffectiveStrategy.of(
                config.colocation().state().config(),
                orEmpty(node.getMetadata().getLabels()),
                orEmpty(node.getMetadata().getAnnotations()));
        ConfigProblems.tell(events, node, "ColocationStrategyAnnotationInvalid", strategy.problems());
        return new NodeInputs(
                node,
                strategy.boundedByNode(),
                view.pods(name),
                view.report(name).orElse(null),
                view.topology(name).orElse(null),
                view.device(name).orElse(null),
                new NodeInputs.Settings(
                        config.normalization().state(), config.amplification().state(), config.showsSharedGpus()),
                thirdParties.share(node),
                damping,
                upToDateAt,
                now);
    }

    void forget(String name) {
        thirdParties.forget(name);
    }

    private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
