package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a process that just started leaves the limits as they are: its first samples show its own start, which ends by itself. It waits
 * for five seconds of samples, unless the node without this process is above its threshold.
 */
@PureCore
final class SuppressStart {

    static final Duration SAMPLES = Duration.ofSeconds(5);

    private SuppressStart() {}

    /**
     * Decides.
     *
     * @param since when the load was known first
     * @param thresholdPercent of the capacity for all work together
     */
    static boolean waits(Instant since, Instant now, NodeLoad load, long thresholdPercent) {
        return now.isBefore(since.plus(SAMPLES)) && !isAbove(load, thresholdPercent);
    }

    private static boolean isAbove(NodeLoad load, long thresholdPercent) {
        double others = load.nodeCores() - load.ownCores();
        return others * 1000 > load.capacityMilliCpu() * thresholdPercent / 100.0;
    }
}
