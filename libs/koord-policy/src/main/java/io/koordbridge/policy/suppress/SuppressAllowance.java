package io.koordbridge.policy.suppress;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.util.OptionalLong;

/** Milli-cores that best-effort work may use on the node; specification section 13.2, allowance. */
@PureCore
public final class SuppressAllowance {

    private SuppressAllowance() {}

    /**
     * May be negative when other work needs more than the threshold.
     *
     * @param thresholdPercent of the capacity for all work together
     * @param minPercent of the capacity that best-effort work keeps in any case
     */
    public static long milliCpu(NodeLoad load, long thresholdPercent, OptionalLong minPercent) {
        double nonBestEffort = 0;
        double allPods = 0;
        for (NodeLoad.Usage pod : load.pods()) {
            allPods += pod.cores();
            nonBestEffort += pod.bestEffort() ? 0 : pod.cores();
        }
        double applications = 0;
        double allApplications = 0;
        for (NodeLoad.Usage application : load.hostApplications()) {
            allApplications += application.cores();
            applications += application.bestEffort() ? 0 : application.cores();
        }
        double system =
                Math.max(Math.max(0, load.nodeCores() - allPods - allApplications), load.reservedMilliCpu() / 1000.0);
        long allowance = load.capacityMilliCpu() * thresholdPercent / 100
                - milli(nonBestEffort)
                - milli(applications)
                - milli(system);
        if (minPercent.isPresent()) {
            return Math.max(allowance, load.capacityMilliCpu() * minPercent.getAsLong() / 100);
        }
        return allowance;
    }

    private static long milli(double cores) {
        return Rounding.truncated(cores, 1000);
    }
}
