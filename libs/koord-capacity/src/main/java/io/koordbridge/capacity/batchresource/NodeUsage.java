package io.koordbridge.capacity.batchresource;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent reported.
 *
 * @param updateTime null when it never reported
 * @param hasNodeMetric whether the report holds the node's own part, and no usage below zero that no request can stand in for
 * @param system usage of the node outside pods and host applications
 * @param pods usage by pod, in the order reported
 * @param hostHighPriority usage of host applications of class prod and mid
 * @param hostProd usage of host applications of class prod
 * @param node usage of the whole node, null unless both cpu and memory were reported
 * @param prodReclaimable what prod pods request but are predicted not to need; zero when not reported
 * @param seenAt when this process first saw a report of that time, null when that is not known
 */
public record NodeUsage(
        @Nullable Instant updateTime,
        boolean hasNodeMetric,
        CpuMemory system,
        List<PodUsage> pods,
        CpuMemory hostHighPriority,
        CpuMemory hostProd,
        @Nullable CpuMemory node,
        CpuMemory prodReclaimable,
        @Nullable Instant seenAt) {

    /** The usage of a node whose agent did not report yet. */
    public static final NodeUsage NEVER_REPORTED =
            new NodeUsage(null, false, CpuMemory.ZERO, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);

    public NodeUsage {
        pods = List.copyOf(pods);
    }

    /** A report whose time of receipt is not known. */
    public NodeUsage(
            @Nullable Instant updateTime,
            boolean hasNodeMetric,
            CpuMemory system,
            List<PodUsage> pods,
            CpuMemory hostHighPriority,
            CpuMemory hostProd,
            @Nullable CpuMemory node,
            CpuMemory prodReclaimable) {
        this(updateTime, hasNodeMetric, system, pods, hostHighPriority, hostProd, node, prodReclaimable, null);
    }

    /** The same report, first seen at a time of our clock. */
    public NodeUsage seen(Instant at) {
        return new NodeUsage(
                updateTime, hasNodeMetric, system, pods, hostHighPriority, hostProd, node, prodReclaimable, at);
    }

    /** The same report of a node of this size: a prediction above it cannot be and counts as none. */
    NodeUsage within(CpuMemory capacity) {
        CpuMemory possible = prodReclaimable.zeroAbove(capacity);
        return possible.equals(prodReclaimable) ? this : with(system, possible, pods);
    }

    /** Since when its values hold for certain: the earlier time by the clock of the node and by ours; null when it never reported. */
    public @Nullable Instant asOf() {
        return updateTime == null || seenAt == null || updateTime.isBefore(seenAt) ? updateTime : seenAt;
    }

    /** The same report with other usages of the system and of pods, and another prediction. */
    public NodeUsage with(CpuMemory newSystem, CpuMemory newReclaimable, List<PodUsage> newPods) {
        return new NodeUsage(
                updateTime,
                hasNodeMetric,
                newSystem,
                newPods,
                hostHighPriority,
                hostProd,
                node,
                newReclaimable,
                seenAt);
    }

    /**
     * Usage of one pod.
     *
     * @param key namespace/name
     * @param usage as reported; a side below zero is not known, because the report lacks it or shows what cannot be
     * @param lowPriority class batch or free, as reported
     */
    public record PodUsage(String key, CpuMemory usage, boolean lowPriority) {

        /** What counts for a pod with these requests: they stand in for what is not known, so that a bad report frees nothing. */
        public CpuMemory of(CpuMemory requests) {
            return usage.orIfNegative(requests);
        }

        /** What counts without a pod. */
        CpuMemory dangling() {
            return usage.atLeastZero();
        }
    }
}
