package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.preparation.NodePreparation;
import org.jspecify.annotations.Nullable;

/**
 * What a stage came to.
 *
 * @param preparation what it wants of the node; after a problem only what its absence means
 * @param problem why it could not calculate, null when it could
 * @param defect what it threw, null unless it did; what is published of the stage stays then
 */
public record StageOutcome(
        Stage stage,
        NodePreparation preparation,
        @Nullable String problem,
        @Nullable Defect defect) {

    static StageOutcome of(Stage stage, NodePreparation preparation) {
        return new StageOutcome(stage, preparation, null, null);
    }

    static StageOutcome of(Stage stage, NodePreparation preparation, @Nullable String problem) {
        return new StageOutcome(stage, preparation, problem, null);
    }

    static StageOutcome threw(Stage stage, Defect defect) {
        return new StageOutcome(stage, NodePreparation.NOTHING, "threw " + defect.text(), defect);
    }

    /** The same outcome, where this is wanted of the node. */
    StageOutcome wanting(NodePreparation wanted) {
        return new StageOutcome(stage, wanted, problem, defect);
    }
}
