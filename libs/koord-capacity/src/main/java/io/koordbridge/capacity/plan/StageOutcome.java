package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.preparation.NodePreparation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stage came to.
 *
 * @param result null where absent and the published value stays
 * @param preparation what the Node shows because of it
 * @param outlook how it goes on after the pass
 * @param problem why it failed, null when it did not
 * @param defect what was thrown, null when nothing was
 */
public record StageOutcome<R>(
        ResourceStage<R> stage,
        @Nullable R result,
        NodePreparation preparation,
        Outlook outlook,
        @Nullable String problem,
        @Nullable Defect defect) {

    /** The outcome of a result, or of none. */
    static <R> StageOutcome<R> of(ResourceStage<R> stage, @Nullable R result, StageFacts facts) {
        return of(
                stage,
                result,
                facts,
                result == null ? null : stage.problem(result).orElse(null),
                null);
    }

    /** The outcome where the calculation threw. */
    static <R> StageOutcome<R> threw(ResourceStage<R> stage, @Nullable R instead, StageFacts facts, Defect defect) {
        return of(stage, instead, facts, "threw " + defect.text(), defect);
    }

    private static <R> StageOutcome<R> of(
            ResourceStage<R> stage,
            @Nullable R result,
            StageFacts facts,
            @Nullable String problem,
            @Nullable Defect defect) {
        return result == null
                ? new StageOutcome<>(stage, null, NodePreparation.NOTHING, Outlook.NONE, problem, defect)
                : new StageOutcome<>(
                        stage, result, stage.preparation(result), stage.outlook(result, facts), problem, defect);
    }

    /** Name of the stage. */
    public String name() {
        return stage.name();
    }

    /** Whether everything that the Node shows besides could be read. */
    public boolean prepared() {
        return result == null || stage.prepared(result);
    }

    /** Entries of the origin annotation that the Node shows because of it. */
    Map<String, Quantity> origin() {
        return result == null ? Map.of() : stage.origin(result);
    }

    /** The zones of a NodeResourceTopology as they shall be. */
    ZonePlan zones(NodeTerms terms, List<Zone> shown) {
        return result == null ? ZonePlan.unchanged(shown) : stage.zones(result, terms, shown);
    }

    /** Amounts for metrics by resource. */
    public Map<String, Double> amounts() {
        return result == null ? Map.of() : stage.amounts(result);
    }

    /** What damping did, by resource. */
    public Map<String, DampedAmount> damped() {
        return result == null ? Map.of() : stage.damped(result);
    }

    /** The result of the stage with the name; empty where it has none or is switched off. */
    static <T> Optional<T> result(List<StageOutcome<?>> outcomes, String name, Class<T> type) {
        return outcomes.stream()
                .filter(outcome -> outcome.name().equals(name))
                .findFirst()
                .map(StageOutcome::result)
                .map(type::cast);
    }
}
