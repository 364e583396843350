package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.manager.batchresource.PodDemand;
import io.koordbridge.manager.batchresource.ThirdPartyShare;
import io.koordbridge.manager.clusterview.NodeReport;
import io.koordbridge.manager.damping.DampingState;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one pass over a node depends on.
 *
 * @param node what is kept of the Node
 * @param pods pods bound to it
 * @param report its NodeMetric, null when there is none
 * @param thirdParties what others than pods hold
 * @param damping what the last pass left
 * @param upToDateAt when this process last brought the status up to date, null when never
 */
public record NodeInputs(
        Node node,
        EffectiveStrategy.ForNode strategy,
        List<PodDemand> pods,
        @Nullable NodeReport report,
        ThirdPartyShare thirdParties,
        DampingState damping,
        @Nullable Instant upToDateAt,
        Instant now) {

    public NodeInputs {
        pods = List.copyOf(pods);
    }

    String name() {
        return node.getMetadata().getName();
    }
}
