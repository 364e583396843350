package io.koordbridge.koordlet.qos.nodemanager;

import io.koordbridge.protocol.PureCore;

/** Weight of a NodeManager's pod among its neighbours in the best-effort tier. */
@PureCore
final class DaemonWeight {

    /** The kubelet's for a pod that requests nothing. */
    static final long LEAST_SHARES = 2;

    private static final long SHARES_PER_CORE = 1024;
    /** The kernel takes no more. */
    private static final long MOST_SHARES = 262_144;
    /**
     * {@code hadoop-yarn} weighs at most 1024 for each core, and the batch pods beside it what is left of the node: twice that leaves a
     * daemon that has work two thirds of the tier. It has little.
     */
    private static final long TIMES_THE_REST = 2;

    private DaemonWeight() {}

    /** In cpu.shares. */
    static long shares(long cores) {
        return Math.min(MOST_SHARES, TIMES_THE_REST * SHARES_PER_CORE * Math.max(1, cores));
    }
}
