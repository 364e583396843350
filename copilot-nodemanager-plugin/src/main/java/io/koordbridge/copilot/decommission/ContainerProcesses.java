package io.koordbridge.copilot.decommission;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.cgroup.ProcessTree;
import io.koordbridge.copilot.node.ContainerFacts;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Processes of containers at one moment: those in its groups; of one without groups its first process and all that descend from it. */
final class ContainerProcesses {
    private final CgroupPlacer placer;
    private @Nullable ProcessTree tree;

    ContainerProcesses(CgroupPlacer placer) {
        this.placer = placer;
    }

    Set<Long> of(ContainerFacts container) throws IOException {
        Set<Long> placed = placer.processes(container.id());
        // The kernel says 0 for a process that this one cannot see.
        placed.removeIf(pid -> pid <= 1);
        String pid = container.pid();
        if (!placed.isEmpty() || pid == null || !pid.matches("[1-9][0-9]{0,9}")) {
            return placed;
        }
        long first = Long.parseLong(pid);
        return first <= 1 ? Collections.emptySet() : tree().members(first);
    }

    private ProcessTree tree() throws IOException {
        ProcessTree known = tree;
        if (known == null) {
            known = ProcessTree.now();
            tree = known;
        }
        return known;
    }
}
