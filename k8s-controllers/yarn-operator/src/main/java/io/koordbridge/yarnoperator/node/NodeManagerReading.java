package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
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
        Decoded<YarnNodeManager> read = YarnNodeManagerReader.read(node);
        YarnNodeManager word = read.value();
        YarnResource told = word == null ? null : word.capacity();
        NodeManagerReport report = told == null
                ? null
                : new NodeManagerReport(NodeAnnotations.amount(told), null, null, first ? Instant.EPOCH : now);
        return new NodeManagerReading(
                said, word == null ? null : word.nodeId(), report, NodeProblems.joined(node, read));
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
