package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.BatchContainer.PlainLimits;
import io.koordbridge.koordlet.kubepods.BatchContainer.Role;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * Amounts of containers that run together; design 3.29. CPU of batch resources and plain CPU stay apart, since only the first follows the
 * speed of the node.
 *
 * @param requestMilliCpu batch CPU that is requested
 * @param batchMilliCpu limits of batch CPU
 * @param plainMilliCpu limits of containers that have plain ones, or smaller ones
 * @param bytes limits of memory
 * @param cpuLimited false as soon as one container has no limit of CPU
 * @param memoryLimited the same of memory
 */
@PureCore
record LimitSum(
        long requestMilliCpu,
        long batchMilliCpu,
        long plainMilliCpu,
        long bytes,
        boolean cpuLimited,
        boolean memoryLimited) {

    private static final LimitSum NONE = new LimitSum(0, 0, 0, 0, true, true);

    /**
     * What a pod has: its containers and sidecars together, or an init container with the sidecars before it where that is more, and its overhead.
     *
     * @param tierHasQuota batch CPU is limited for the tier as a whole
     */
    static LimitSum ofPod(List<BatchContainer> containers, PlainLimits overhead, boolean tierHasQuota) {
        LimitSum together = NONE;
        LimitSum largestInit = NONE;
        for (BatchContainer container : containers) {
            LimitSum own = of(container, tierHasQuota);
            if (container.role() == Role.INIT) {
                largestInit = largestInit.max(together.plus(own));
            } else {
                together = together.plus(own);
            }
        }
        LimitSum sum = together.max(largestInit);
        return new LimitSum(
                sum.requestMilliCpu,
                sum.batchMilliCpu,
                sum.plainMilliCpu + overhead.milliCpu(),
                sum.bytes + overhead.bytes(),
                sum.cpuLimited,
                sum.memoryLimited);
    }

    /** What one container has: the tighter one of its limits. */
    static LimitSum of(BatchContainer container, boolean tierHasQuota) {
        long batch = tierHasQuota ? 0 : container.batch().limitMilliCpu();
        long plain = container.plain().milliCpu();
        boolean byBatch = batch > 0 && (plain == 0 || batch <= plain);
        long bytes = tighter(container.batch().limitBytes(), container.plain().bytes());
        return new LimitSum(
                container.batch().requestMilliCpu(),
                byBatch ? batch : 0,
                byBatch ? 0 : plain,
                bytes,
                batch > 0 || plain > 0,
                bytes > 0);
    }

    private static long tighter(long one, long other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    private LimitSum plus(LimitSum other) {
        return new LimitSum(
                requestMilliCpu + other.requestMilliCpu,
                batchMilliCpu + other.batchMilliCpu,
                plainMilliCpu + other.plainMilliCpu,
                bytes + other.bytes,
                cpuLimited && other.cpuLimited,
                memoryLimited && other.memoryLimited);
    }

    private LimitSum max(LimitSum other) {
        boolean moreCpu = other.batchMilliCpu + other.plainMilliCpu > batchMilliCpu + plainMilliCpu;
        return new LimitSum(
                Math.max(requestMilliCpu, other.requestMilliCpu),
                moreCpu ? other.batchMilliCpu : batchMilliCpu,
                moreCpu ? other.plainMilliCpu : plainMilliCpu,
                Math.max(bytes, other.bytes),
                cpuLimited && other.cpuLimited,
                memoryLimited && other.memoryLimited);
    }

    /** In the terms of control groups. */
    BatchLimits.Values values(double normalizationRatio) {
        return new BatchLimits.Values(
                CgroupFormat.sharesOfMilli(requestMilliCpu),
                quota(normalizationRatio),
                memoryLimited ? bytes : CgroupFormat.UNLIMITED);
    }

    private long quota(double normalizationRatio) {
        if (!cpuLimited) {
            return CgroupFormat.UNLIMITED;
        }
        long batch = batchMilliCpu == 0 ? 0 : CgroupFormat.quotaOfMilli(batchMilliCpu);
        long scaled = normalizationRatio > 1 ? (long) Math.ceil(batch / normalizationRatio) : batch;
        return scaled + (plainMilliCpu == 0 ? 0 : CgroupFormat.quotaOfMilli(plainMilliCpu));
    }
}
