package io.koordbridge.capacity.plan;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last pass over a node, kept so that explaining computes nothing.
 *
 * @param onNode what the node shows after the pass
 * @param lastWrite the last write of the node by this process, null when there was none
 * @param changes the last changes of published amounts by this process, newest last
 * @param notWritten why the node could not be written as decided, null when it was
 */
public record NodeExplanation(
        NodeTerms terms,
        WriteDecision status,
        MetadataDecision metadata,
        PublishedNode onNode,
        @Nullable LastWrite lastWrite,
        List<CapacityChange> changes,
        @Nullable String notWritten) {

    public NodeExplanation {
        changes = List.copyOf(changes);
    }

    /** A write of the node. */
    public record LastWrite(Instant at, WriteDecision.Reason status, MetadataDecision metadata) {}
}
