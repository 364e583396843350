package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatcher;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The pods of a node that are labelled as NodeManagers. Those of other products, of no cluster that is configured, are left out.
 *
 * @param matched those of NodeManagers in use
 * @param unmatched those that may have a NodeManager that is not known
 * @param all whether each NodeManager in use has a pod
 */
@PureCore
record NodeManagerPods(List<Pod> matched, List<Pod> unmatched, boolean all) {

    NodeManagerPods {
        matched = List.copyOf(matched);
        unmatched = List.copyOf(unmatched);
    }

    boolean none() {
        return matched.isEmpty() && unmatched.isEmpty();
    }

    static NodeManagerPods of(List<Pod> labelled, NodeManagersOfNode found, Set<NodeManagerRef> inUse) {
        List<Pod> matched = new ArrayList<>();
        List<Pod> unmatched = new ArrayList<>();
        Set<NodeManagerRef> without = new HashSet<>(inUse);
        for (Pod pod : labelled) {
            String name = NodeManagerMatcher.name(pod);
            NodeManagerRef ref = found.pods().get(name);
            if (ref != null && inUse.contains(ref)) {
                matched.add(pod);
                without.remove(ref);
            } else if (ref != null || found.unmatched().contains(name)) {
                unmatched.add(pod);
            }
        }
        return new NodeManagerPods(matched, unmatched, without.isEmpty());
    }
}
