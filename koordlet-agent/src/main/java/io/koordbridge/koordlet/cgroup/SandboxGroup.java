package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The container of a pod that the API does not name: its sandbox; specification section 5.1. */
@PureCore
public final class SandboxGroup {

    private SandboxGroup() {}

    /**
     * The one group of a pod that belongs to no container of its status.
     *
     * @param containerIds of all known containers of the pod
     * @param groups directly below that of the pod
     * @return empty while no container is known, and unless exactly one group can be it
     * @throws IllegalArgumentException naming a container id with a runtime whose names are not known
     */
    public static Optional<String> of(
            CgroupPaths paths, String podDir, List<String> containerIds, List<String> groups) {
        if (containerIds.isEmpty()) {
            return Optional.empty();
        }
        List<String> left = new ArrayList<>(groups);
        containerIds.forEach(id -> left.remove(paths.containerDir(podDir, id)));
        return left.size() == 1 ? Optional.of(left.get(0)) : Optional.empty();
    }
}
