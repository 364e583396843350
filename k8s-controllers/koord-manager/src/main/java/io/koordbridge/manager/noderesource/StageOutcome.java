package io.koordbridge.manager.noderesource;

import io.koordbridge.manager.preparation.NodePreparation;
import org.jspecify.annotations.Nullable;

/**
 * What a stage came to.
 *
 * @param preparation what it wants of the node; after a problem only what its absence means
 * @param problem why it could not calculate, null when it could
 */
public record StageOutcome(
        Stage stage, NodePreparation preparation, @Nullable String problem) {

    static StageOutcome of(Stage stage, NodePreparation preparation) {
        return new StageOutcome(stage, preparation, null);
    }
}
