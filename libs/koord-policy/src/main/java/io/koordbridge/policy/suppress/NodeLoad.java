package io.koordbridge.policy.suppress;

import java.util.List;

/**
 * What the node does now.
 *
 * @param capacityMilliCpu size of the node
 * @param reservedMilliCpu kept from all pods
 * @param nodeCores usage of the whole node
 * @param pods usage of pods, known ones in list order, then unknown ones
 * @param hostApplications usage of applications outside of pods
 * @param ownCores usage of this process, which is part of the node's; 0 when unknown
 */
public record NodeLoad(
        long capacityMilliCpu,
        long reservedMilliCpu,
        double nodeCores,
        List<Usage> pods,
        List<Usage> hostApplications,
        double ownCores) {

    public NodeLoad {
        pods = List.copyOf(pods);
        hostApplications = List.copyOf(hostApplications);
    }

    /** Of which the share of this process is not known. */
    public NodeLoad(
            long capacityMilliCpu,
            long reservedMilliCpu,
            double nodeCores,
            List<Usage> pods,
            List<Usage> hostApplications) {
        this(capacityMilliCpu, reservedMilliCpu, nodeCores, pods, hostApplications, 0);
    }

    /** The same, with what this process uses. */
    public NodeLoad withOwn(double cores) {
        return new NodeLoad(capacityMilliCpu, reservedMilliCpu, nodeCores, pods, hostApplications, cores);
    }

    /** Cores used by one pod or application. */
    public record Usage(double cores, boolean bestEffort) {}

    /** Cores used by everything that is not best-effort, the system included. */
    public double nonBestEffortCores() {
        double bestEffort = 0;
        for (Usage usage : pods) {
            bestEffort += usage.bestEffort() ? usage.cores() : 0;
        }
        for (Usage usage : hostApplications) {
            bestEffort += usage.bestEffort() ? usage.cores() : 0;
        }
        return Math.max(0, nodeCores - bestEffort);
    }
}
