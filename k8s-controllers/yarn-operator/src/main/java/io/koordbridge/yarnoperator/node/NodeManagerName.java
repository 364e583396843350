package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * Which NodeManager the agent of a node has found there.
 *
 * @param text of the annotation {@code yarn-nodemanager}
 * @param nodeId its name
 * @param cluster {@code yarn.resourcemanager.cluster-id} of the NodeManager, null when it has none
 */
@PureCore
record NodeManagerName(
        String text, YarnNodeId nodeId, @Nullable String cluster) {

    /**
     * What a Node says.
     *
     * @param last what it said before, null when that was nothing
     * @return null when the agent names none; a text that cannot be read is reported where the rest of it is read
     */
    static @Nullable NodeManagerName next(@Nullable NodeManagerName last, Node node) {
        String text =
                AnnotationCodec.text(node, Annotations.NODE_YARN_NODE_MANAGER).orElse("");
        if (last != null && last.text.equals(text)) {
            return last;
        }
        YarnNodeManager word =
                text.isEmpty() ? null : YarnNodeManagerReader.read(node).value();
        if (word == null || word.nodeId() == null) {
            return null;
        }
        String cluster = word.clusterId();
        return YarnNodeId.parse(word.nodeId())
                .map(id -> new NodeManagerName(text, id, cluster))
                .orElse(null);
    }
}
