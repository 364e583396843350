package io.koordbridge.capacity.plan;

import io.koordbridge.protocol.PureCore;
import java.util.List;

/** Decides whether the metadata of a node is written; manager specification sections 8.6, 8.7 and 8.9. */
@PureCore
public final class MetadataDecisions {

    private MetadataDecisions() {}

    /** Decides from what the node shows and ought to show; the first stage that wants a write names the cause. */
    public static MetadataDecision decide(PublishedNode shown, PublishedNode wanted, List<ResourceStage<?>> stages) {
        if (!shown.complete() || !wanted.complete()) {
            return MetadataDecision.NODE_INCOMPLETE;
        }
        return stages.stream()
                .map(stage -> stage.metadata(shown, wanted))
                .filter(MetadataDecision::writes)
                .findFirst()
                .orElse(MetadataDecision.UNCHANGED);
    }
}
