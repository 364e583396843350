package io.koordbridge.koordlet.qos.nodemanager;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * The pods of NodeManagers, found once for each list of pods.
 *
 * @param pods of the node
 * @param daemons the NodeManagers among them
 */
@PureCore
public record NodeManagerMemory(List<PodInfo> pods, List<PodInfo> daemons) {

    public static final NodeManagerMemory NONE = new NodeManagerMemory(List.of(), List.of());

    /** This one while the pods are the same list. */
    NodeManagerMemory next(List<PodInfo> now) {
        return pods.equals(now) ? this : new NodeManagerMemory(now, Daemons.in(now));
    }
}
