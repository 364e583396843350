package io.koordbridge.koordlet.qos.batchresource;

import java.util.Map;

/**
 * Values for one pod.
 *
 * @param containers by name
 */
public record BatchLimits(Values pod, Map<String, Values> containers) {

    public BatchLimits {
        containers = Map.copyOf(containers);
    }

    /** In the terms of control groups version 1; -1 is unlimited. */
    public record Values(long cpuShares, long quotaMicros, long memoryLimitBytes) {}
}
