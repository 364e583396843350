package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;

/** Where a pod is. */
@PureCore
public final class PodPlacement {

    private PodPlacement() {}

    /** Name of the node that a pod is bound to, empty while it waits for one. */
    public static String nodeName(Pod pod) {
        String name = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
        return name == null ? "" : name;
    }
}
