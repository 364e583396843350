package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation {@code yarn-nodemanager} says of containers' place on the node. A placement that was confirmed once stays so for the same
 * NodeManager, also while the plugin does not answer: its containers live there. Without a word, as of an older plugin, it is not.
 *
 * @param text of the annotation, empty without one
 * @param nodeId of the NodeManager, null while not known
 * @param placed whether the plugin has seen a container where the agent looks
 * @param strangers whether processes run there that the NodeManager does not know, null while nobody says
 */
@PureCore
record PlacementReading(
        String text,
        @Nullable String nodeId,
        boolean placed,
        @Nullable Boolean strangers) {

    /** Before a node was looked at. */
    static final PlacementReading UNREAD = new PlacementReading("", null, false, null);

    PlacementReading next(Node node) {
        String said =
                AnnotationCodec.text(node, Annotations.NODE_YARN_NODE_MANAGER).orElse("");
        if (said.equals(text)) {
            return this;
        }
        YarnNodeManager word =
                said.isEmpty() ? null : YarnNodeManagerReader.read(node).value();
        if (word == null) {
            return new PlacementReading(said, nodeId, placed, null);
        }
        String name = word.nodeId() == null ? nodeId : word.nodeId();
        boolean another = nodeId != null && !nodeId.equals(name);
        Placement placement = word.placement();
        boolean confirmed = placement == null ? placed && !another : placement == Placement.CONFIRMED;
        return new PlacementReading(said, name, confirmed, word.strangers());
    }

    /** What the plugin says of strangers, null unless it is one of these NodeManagers' own. */
    @Nullable
    Boolean strangers(Collection<NodeManagerRef> managers) {
        boolean own =
                nodeId == null || managers.stream().map(NodeManagerRef::nodeId).anyMatch(nodeId::equals);
        return own ? strangers : null;
    }
}
