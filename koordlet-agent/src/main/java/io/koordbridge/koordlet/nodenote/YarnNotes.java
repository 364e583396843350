package io.koordbridge.koordlet.nodenote;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.koordlet.yarn.MasterExceptions;
import io.koordbridge.koordlet.yarn.ToldCapacity;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What this agent knows of the NodeManager, at the Node, for yarn-operator. */
public final class YarnNotes {

    private final NodeNote masters;
    private final NodeNote nodeManager;
    private final ToldCapacity told;

    public YarnNotes(ObjectPatcher patcher, String nodeName, ToldCapacity told, Consumer<String> problems) {
        this.masters = new NodeNote(patcher, nodeName, Annotations.NODE_YARN_MASTERS, problems);
        this.nodeManager = new NodeNote(patcher, nodeName, Annotations.NODE_YARN_NODE_MANAGER, problems);
        this.told = told;
    }

    /** Which containers are masters although their ids say otherwise. */
    public void masters(List<YarnContainer> containers) {
        masters.update(
                MasterExceptions.of(containers).map(AnnotationCodec::write).orElse(null));
    }

    /**
     * The NodeManager's capacity from the ResourceManager.
     *
     * @param nodeId of the NodeManager, empty while unknown
     */
    public void told(Optional<String> nodeId, Instant now) {
        nodeManager.update(told.read(nodeId.orElse(null), now));
    }
}
