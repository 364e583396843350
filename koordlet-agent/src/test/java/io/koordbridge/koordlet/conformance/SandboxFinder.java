package io.koordbridge.koordlet.conformance;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the container of a pod that the API does not list: its sandbox; specification section 5.1. Nothing that ships asks for it yet. */
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
        Set<String> known = new HashSet<>();
        for (String id : containerIds) {
            String dir = tree.paths().containerDir(podDir, id);
            known.add(dir.substring(dir.lastIndexOf('/') + 1));
        }
        List<String> candidates = new ArrayList<>(tree.children(Knob.CPUSET_CPUS, podDir));
        candidates.removeAll(known);
        if (candidates.size() != 1) {
            throw new IllegalArgumentException(podDir + ": sandbox could be any of " + candidates);
        }
        String last = containerIds.get(containerIds.size() - 1);
        String runtime = last.substring(0, last.indexOf("://"));
        return Optional.of(runtime + "://" + tree.paths().containerIdOf(candidates.get(0)));
    }
}
