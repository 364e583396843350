package io.koordbridge.capacity.plan;

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
 * @param problem why it failed, null when it did not
 * @param defect what was thrown, null when nothing was
 */
public record StageOutcome<R>(
        ResourceStage<R> stage,
        @Nullable R result,
        NodePreparation preparation,
        @Nullable String problem,
        @Nullable Defect defect) {

    /** The outcome of a result, or of none. */
    public static <R> StageOutcome<R> of(ResourceStage<R> stage, @Nullable R result) {
        return result == null
                ? new StageOutcome<>(stage, null, NodePreparation.NOTHING, null, null)
                : new StageOutcome<>(
                        stage,
                        result,
                        stage.preparation(result),
                        stage.problem(result).orElse(null),
                        null);
    }

    /** The outcome where the calculation threw. */
    static <R> StageOutcome<R> threw(ResourceStage<R> stage, @Nullable R instead, Defect defect) {
        return new StageOutcome<>(
                stage,
                instead,
                instead == null ? NodePreparation.NOTHING : stage.preparation(instead),
                "threw " + defect.text(),
                defect);
    }

    /** Name of the stage. */
    public String name() {
        return stage.name();
    }

    /** Whether everything that the Node shows besides could be read. */
    public boolean prepared() {
        return result == null || stage.prepared(result);
    }

    /** Amounts for metrics by resource. */
    public Map<String, Double> amounts() {
        return result == null ? Map.of() : stage.amounts(result);
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
