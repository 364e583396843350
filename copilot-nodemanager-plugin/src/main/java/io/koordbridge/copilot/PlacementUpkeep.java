package io.koordbridge.copilot;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeFacts;
import java.util.List;

/** Upkeep of the groups of running containers in each round. */
final class PlacementUpkeep {
    private final CgroupPlacer placer;

    PlacementUpkeep(CgroupPlacer placer) {
        this.placer = placer;
    }

    /** Containers that could not be placed at their start, or were started without the plugin. */
    void settle(List<ContainerFacts> containers) {
        if (!placer.settings().enabled()) {
            return;
        }
        for (ContainerFacts container : containers) {
            String pid = container.pid();
            if (pid != null && container.live() && pid.matches("[1-9][0-9]{0,9}")) {
                placer.settle(
                        container.id(),
                        Long.parseLong(pid),
                        container.vcores(),
                        container.memoryMegabytes(),
                        container.opportunistic());
            }
        }
    }

    /** YARN may resize a running container. While a shrink drains, containers hold more than the capacity: nothing may squeeze them. */
    void levelLimits(NodeFacts.Amount capacity, List<ContainerFacts> containers) {
        long megabytes = 0;
        for (ContainerFacts container : containers) {
            if (container.live()) {
                megabytes += container.memoryMegabytes();
                placer.level(
                        container.id(), container.vcores(), container.memoryMegabytes(), container.opportunistic());
            }
        }
        placer.levelParent(Math.max(0, capacity.cpu()), Math.max(capacity.megabytes(), megabytes));
    }
}
