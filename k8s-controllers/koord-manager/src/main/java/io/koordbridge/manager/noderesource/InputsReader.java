package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.damping.DampingState;
import io.koordbridge.manager.sloconfig.ConfigProblems;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the views into one snapshot. */
final class InputsReader {

    private final ClusterView view;
    private final NodeResourceConfig config;
    private final EventRecorder events;
    private final ThirdPartyMemory thirdParties;
    private final BiConsumer<Node, @Nullable Defect> strategyRead;

    /**
     * A reader.
     *
     * @param strategyRead is told for each node what reading its strategy threw, null when nothing
     */
    InputsReader(
            ClusterView view,
            NodeResourceConfig config,
            EventRecorder events,
            ThirdPartyMemory thirdParties,
            BiConsumer<Node, @Nullable Defect> strategyRead) {
        this.strategyRead = strategyRead;
        this.view = view;
        this.config = config;
        this.events = events;
        this.thirdParties = thirdParties;
    }

    /**
     * The snapshot.
     *
     * @param lastStrategy the strategy of the last pass, null when there was none
     */
    NodeInputs read(
            Node node,
            EffectiveStrategy.@Nullable ForNode lastStrategy,
            DampingState damping,
            @Nullable Instant upToDateAt,
            Instant now) {
        String name = node.getMetadata().getName();
        Attempt<EffectiveStrategy.ForNode> read = Attempt.of(() -> EffectiveStrategy.of(
                config.colocation().state().config(),
                orEmpty(node.getMetadata().getLabels()),
                orEmpty(node.getMetadata().getAnnotations())));
        strategyRead.accept(node, read.defect());
        EffectiveStrategy.ForNode strategy = read.orElse(defect -> kept(lastStrategy, defect));
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

    /** A strategy is never guessed: without a last one the pass comes to nothing, and what is published stays. */
    static EffectiveStrategy.ForNode kept(EffectiveStrategy.@Nullable ForNode last, Defect defect) {
        if (last == null) {
            throw new IllegalStateException("no strategy: " + defect.text());
        }
        return last;
    }

    void forget(String name) {
        thirdParties.forget(name);
    }

    private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
