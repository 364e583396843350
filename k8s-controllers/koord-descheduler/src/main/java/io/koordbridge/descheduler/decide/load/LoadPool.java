package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are balanced among themselves.
 *
 * @param nodes which nodes; null takes all
 * @param weights of resources in scores
 */
@PureCore
public record LoadPool(
        String name,
        @Nullable CompiledSelector nodes,
        LoadThresholds thresholds,
        Map<String, Long> weights,
        AnomalyCondition anomaly) {

    public LoadPool {
        weights = Map.copyOf(weights);
    }
}
