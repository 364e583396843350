package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import org.jspecify.annotations.Nullable;

/**
 * The annotation {@code yarn-nodemanager} of a Node, decoded.
 *
 * @param text of the annotation, empty without one
 * @param value of the annotation, null without one and for one that cannot be read
 * @param nodeId of the NodeManager, null when the agent names none, or not as HOST:PORT
 * @param problem what cannot be read, null when nothing
 */
@PureCore
record NodeManagerAnnotation(
        String text,
        @Nullable YarnNodeManager value,
        @Nullable YarnNodeId nodeId,
        @Nullable String problem) {

    /** Of a Node without the annotation. */
    static final NodeManagerAnnotation ABSENT = new NodeManagerAnnotation("", null, null, null);

    /** The annotation of a Node now; this one while its text is the same. */
    NodeManagerAnnotation next(Node node) {
        String found =
                AnnotationCodec.text(node, Annotations.NODE_YARN_NODE_MANAGER).orElse("");
        if (found.equals(text)) {
            return this;
        }
        Decoded<YarnNodeManager> read = YarnNodeManagerReader.read(node);
        YarnNodeId id = read.found()
                .map(YarnNodeManager::nodeId)
                .flatMap(YarnNodeId::parse)
                .orElse(null);
        return new NodeManagerAnnotation(found, read.value(), id, NodeProblems.joined(node, read));
    }

    /** {@code yarn.resourcemanager.cluster-id} of the NodeManager, null without one. */
    @Nullable
    String clusterId() {
        return value == null ? null : value.clusterId();
    }

    /**
     * Whether a NodeManager is meant.
     *
     * @param only whether the node has no other: without a name, that one is meant
     */
    boolean means(NodeManagerRef ref, boolean only) {
        if (value == null || value.nodeId() == null) {
            return only;
        }
        return nodeId != null && nodeId.host().equals(ref.host()) && nodeId.port() == ref.port();
    }
}
