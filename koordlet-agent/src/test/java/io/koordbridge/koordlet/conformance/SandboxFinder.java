package io.koordbridge.koordlet.conformance;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SandboxGroup;
import java.util.List;
import java.util.Optional;

/** Id of a pod's sandbox, as the suites name it; the agent needs the group only. */
final class SandboxFinder {

    private final CgroupTree tree;

    SandboxFinder(CgroupTree tree) {
        this.tree = tree;
    }

    /**
     * Id of the sandbox with the runtime of the pod's last container; empty while the pod has none, as its runtime is not known then.
     *
     * @param containerIds ids of all known containers of the pod
     * @throws IllegalArgumentException when not exactly one directory can be it
     */
    Optional<String> find(String podDir, List<String> containerIds) {
        if (containerIds.isEmpty()) {
            return Optional.empty();
        }
        List<String> groups = tree.children(Knob.CPUSET_CPUS, podDir).stream()
                .map(name -> podDir + "/" + name)
                .toList();
        String group = SandboxGroup.of(tree.paths(), podDir, containerIds, groups)
                .orElseThrow(() -> new IllegalArgumentException(podDir + ": sandbox could be any of " + groups));
        String last = containerIds.get(containerIds.size() - 1);
        String runtime = last.substring(0, last.indexOf("://"));
        return Optional.of(runtime + "://" + tree.paths().containerIdOf(group.substring(group.lastIndexOf('/') + 1)));
    }
}
