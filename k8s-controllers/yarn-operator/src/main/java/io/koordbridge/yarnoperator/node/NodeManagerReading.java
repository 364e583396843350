package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.time.Duration;
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
 * @param masters what its application masters hold, null without a word
 * @param problem what cannot be read, null when nothing
 */
@PureCore
record NodeManagerReading(
        String text,
        @Nullable String nodeId,
        @Nullable NodeManagerReport report,
        @Nullable Masters masters,
        @Nullable String problem) {

    /** The agent may have read as long ago what is seen now. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(2);

    /** Before a node was looked at. */
    static final NodeManagerReading UNREAD = new NodeManagerReading("", null, null, null, null);

    /**
     * After a look.
     *
     * @param first whether the node was never looked at: then what it says may be from long ago
     * @param question what the agent is asked, null without a question: an answer is as of a time after it
     */
    NodeManagerReading next(Node node, boolean first, Instant now, @Nullable String question) {
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
                said,
                word == null ? null : word.nodeId(),
                report,
                word == null ? null : masters(word, first, now, question),
                NodeProblems.joined(node, read));
    }

    private static @Nullable Masters masters(
            YarnNodeManager word, boolean first, Instant now, @Nullable String question) {
        YarnResource held = word.masters();
        if (held == null) {
            return null;
        }
        boolean answers = question != null && question.equals(word.answers());
        Instant read = answers ? now : first ? Instant.EPOCH : now.minus(UNDER_WAY);
        return new Masters(NodeAnnotations.amount(held), read);
    }

    /**
     * What it says of one NodeManager.
     *
     * @param only whether the node has no other: an agent that does not know the name means that one
     */
    Optional<NodeManagerReport> of(NodeManagerRef ref, boolean only) {
        return means(ref, only) ? Optional.ofNullable(report) : Optional.empty();
    }

    /** What application masters of one NodeManager hold. */
    Optional<Masters> mastersOf(NodeManagerRef ref, boolean only) {
        return means(ref, only) ? Optional.ofNullable(masters) : Optional.empty();
    }

    private boolean means(NodeManagerRef ref, boolean only) {
        return nodeId == null ? only : nodeId.equals(ref.nodeId());
    }
}
