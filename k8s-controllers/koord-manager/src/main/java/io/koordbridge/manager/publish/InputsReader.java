package io.koordbridge.manager.publish;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.capacity.plan.Attempt;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.ProtectionJudge;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the views into one snapshot. */
final class InputsReader {

    private final ClusterView view;
    private final NodeResourceConfig config;
    private final NodeWarnings warnings;
    private final ThirdPartyMemory thirdParties;
    private final ReservationMemory reservations;
    private final BiConsumer<Node, @Nullable Defect> strategyRead;

    /**
     * A reader.
     *
     * @param strategyRead gets for each node the exception of reading its strategy, null when nothing
     */
    InputsReader(
            ClusterView view,
            NodeResourceConfig config,
            NodeWarnings warnings,
            ThirdPartyMemory thirdParties,
            BiConsumer<Node, @Nullable Defect> strategyRead) {
        this.strategyRead = strategyRead;
        this.view = view;
        this.config = config;
        this.warnings = warnings;
        this.thirdParties = thirdParties;
        this.reservations = new ReservationMemory(warnings);
    }

    /**
     * The snapshot.
     *
     * @param memory what earlier passes left
     */
    NodeInputs read(Node node, NodeMemory memory, Instant now) {
        String name = node.getMetadata().getName();
        Attempt<EffectiveStrategy.ForNode> read = strategy(node);
        strategyRead.accept(node, read.defect());
        EffectiveStrategy.ForNode strategy = read.orElse(defect -> kept(memory.strategy(), defect));
        warnings.strategy(node, strategy);
        return new NodeInputs(
                node,
                strategy.boundedByNode(),
                view.pods(name),
                view.report(name).orElse(null),
                view.topology(name).orElse(null),
                view.device(name).orElse(null),
                settings(name),
                thirdParties.share(node),
                new NodeInputs.Before(
                        memory.passes(now),
                        memory.upToDateAt(),
                        reservations.reserved(node),
                        protection(node, memory, now)),
                now);
    }

    /** Only what decides whether capacity may stay: the strategy, the report, and what shows capacity. */
    NodeInputs readWithoutCalculation(Node node, NodeMemory memory, Instant now) {
        String name = node.getMetadata().getName();
        return new NodeInputs(
                node,
                strategy(node).orElse(defect -> kept(memory.strategy(), defect)).boundedByNode(),
                List.of(),
                view.report(name).orElse(null),
                view.topology(name).orElse(null),
                null,
                settings(name),
                ThirdPartyShare.NONE,
                new NodeInputs.Before(
                        memory.passes(now).withoutAmounts(),
                        memory.upToDateAt(),
                        CpuMemory.ZERO,
                        protection(node, memory, now)),
                now);
    }

    private NodeProtection protection(Node node, NodeMemory memory, Instant now) {
        return ProtectionJudge.judge(
                ProtectionReader.facts(view, node), config.allowUnprotected(), memory.unprotectedSince(), now);
    }

    private Attempt<EffectiveStrategy.ForNode> strategy(Node node) {
        return Attempt.of(() -> EffectiveStrategy.of(
                config.colocation().state().config(),
                orEmpty(node.getMetadata().getLabels()),
                orEmpty(node.getMetadata().getAnnotations())));
    }

    private NodeInputs.Settings settings(String node) {
        return new NodeInputs.Settings(
                config.normalization().state(),
                config.amplification().state(),
                config.showsSharedGpus(),
                HeldBelow.of(view.nodeSlo(node).map(NodeSLO::getSpec).orElse(null)));
    }

    /** A strategy is never guessed: without a last one the pass comes to nothing, and what is published stays. */
    static EffectiveStrategy.ForNode kept(EffectiveStrategy.@Nullable ForNode last, Defect defect) {
        if (last == null) {
            throw new IllegalStateException("no strategy: " + defect.text());
        }
        return last;
    }

    /** Another replica may have read more since. */
    void begin() {
        thirdParties.begin();
    }

    void forget(String name) {
        warnings.forget(name);
        thirdParties.forget(name);
        reservations.forget(name);
    }
}
