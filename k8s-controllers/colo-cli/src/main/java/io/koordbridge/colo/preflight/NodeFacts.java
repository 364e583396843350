package io.koordbridge.colo.preflight;

import org.jspecify.annotations.Nullable;

/**
 * A node.
 *
 * @param kernel release, such as {@code 6.1.0-18-amd64}
 * @param kubelet its version
 * @param cpuPolicy CPU manager policy of the kubelet as the agent reports it, null when it does not
 * @param metricAgeSeconds age of the NodeMetric, null without one
 * @param privilegedNodeManager whether its NodeManager pod is privileged, null without such a pod
 */
record NodeFacts(
        String name,
        String kernel,
        String kubelet,
        @Nullable String cpuPolicy,
        @Nullable Long metricAgeSeconds,
        @Nullable Boolean privilegedNodeManager,
        AgentFacts agent) {}
