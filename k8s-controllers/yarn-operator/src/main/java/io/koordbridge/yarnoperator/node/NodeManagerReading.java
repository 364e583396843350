package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation {@code yarn-nodemanager} says, and when that was seen first: the agent writes what it reads at that moment. One that
 * cannot be read says nothing.
 *
 * @param text of the annotation, empty without one
 * @param nodeId of the NodeManager, null when the agent does not know it
 * @param report its capacity, null without one
 * @param problem what cannot be read, null when nothing
 */
@PureCore
record NodeManagerReading(
        String text,
        @Nullable String nodeId,
        @Nullable NodeManagerReport report,
        @Nullable String problem) {

    /** Before a node was looked at. */
    static final NodeManagerReading UNREAD = new NodeManagerReading("", null, null, null);

    /**
     * After a look.
     *
     * @param first whether the node was never looked at: then what it says may be from long ago
     */
    NodeManagerReading next(Node node, boolean first, Instant now) {
        String said =
                AnnotationCodec.text(node, Annotations.NODE_YARN_NODE_MANAGER).orElse("");
        if (said.equals(text)) {
            return this;
        }
        try {
            YarnNodeManager word = AnnotationCodec.read(node, Annotations.NODE_YARN_NODE_MANAGER, YarnNodeManager.class)
                    .orElse(null);
            YarnAmount told = word == null ? null : amount(word.capacity());
            String bad = word != null && told == null
                    ? "Node/" + node.getMetadata().getName() + ": annotation " + Annotations.NODE_YARN_NODE_MANAGER
                            + " = '" + said + "': want capacity.vcores and capacity.memoryMB from 0 to "
                            + Integer.MAX_VALUE
                    : null;
            NodeManagerReport report =
                    told == null ? null : new NodeManagerReport(told, null, null, first ? Instant.EPOCH : now);
            return new NodeManagerReading(said, word == null ? null : word.nodeId(), report, bad);
        } catch (BadAnnotationException e) {
            return new NodeManagerReading(said, null, null, e.getMessage());
        }
    }

    private static @Nullable YarnAmount amount(@Nullable YarnResource told) {
        Long vcores = told == null ? null : told.vcores();
        Long memoryMb = told == null ? null : told.memoryMB();
        return vcores == null || memoryMb == null || !fits(vcores) || !fits(memoryMb)
                ? null
                : new YarnAmount(vcores, memoryMb);
    }

    private static boolean fits(long value) {
        return value >= 0 && value <= Integer.MAX_VALUE;
    }

    /**
     * What it says of one NodeManager.
     *
     * @param only whether the node has no other: an agent that does not know the name means that one
     */
    Optional<NodeManagerReport> of(NodeManagerRef ref, boolean only) {
        boolean meant = nodeId == null ? only : nodeId.equals(ref.nodeId());
        return meant ? Optional.ofNullable(report) : Optional.empty();
    }
}
