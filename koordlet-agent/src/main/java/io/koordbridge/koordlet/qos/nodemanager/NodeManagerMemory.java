package io.koordbridge.koordlet.qos.nodemanager;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods of NodeManagers, found once for each list of pods.
 *
 * @param pods of the node
 * @param daemons the NodeManagers among them
 * @param former those among them that were NodeManagers and lost their label
 */
@PureCore
public record NodeManagerMemory(List<PodInfo> pods, List<PodInfo> daemons, List<PodInfo> former) {

    public static final NodeManagerMemory NONE = new NodeManagerMemory(List.of(), List.of(), List.of());

    /** This one while the pods are the same list. */
    NodeManagerMemory next(List<PodInfo> now) {
        if (pods.equals(now)) {
            return this;
        }
        List<PodInfo> found = Daemons.in(now);
        Set<String> uids = uids(found.stream());
        Set<String> before = uids(Stream.concat(daemons.stream(), former.stream()));
        return new NodeManagerMemory(
                now,
                found,
                now.stream()
                        .filter(pod -> before.contains(pod.uid()) && !uids.contains(pod.uid()))
                        .filter(pod -> pod.eviction().evictable())
                        .toList());
    }

    private static Set<String> uids(Stream<PodInfo> pods) {
        return pods.map(PodInfo::uid).collect(Collectors.toSet());
    }
}
