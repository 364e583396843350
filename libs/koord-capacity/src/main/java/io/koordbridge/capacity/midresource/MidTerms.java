package io.koordbridge.capacity.midresource;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeOverhead;
import org.jspecify.annotations.Nullable;

/**
 * Every term of the formula, in the names of manager specification section 8.5.
 *
 * @param prodRequest requests of pods above mid
 * @param prodPods number of pods above mid
 * @param offered what is offered before the limit
 * @param limit upper limit, a percentage of the capacity
 * @param measured what was measured and requested; null when a fixed share of the capacity is offered
 */
public record MidTerms(
        CpuMemory capacity,
        CpuMemory prodRequest,
        int prodPods,
        CpuMemory offered,
        CpuMemory limit,
        @Nullable Measured measured) {

    /**
     * The terms of the mode that looks at the node.
     *
     * @param prodReclaimable what prod pods are predicted not to need
     * @param nodeUsed usage of the node, null when it was not reported whole
     * @param unused capacity without usage, zero when the usage is not known
     * @param reclaimed the smaller of both, never below zero
     * @param overhead what system, prod host applications and reservations take
     * @param unallocated what no pod above mid requests
     * @param fromUnallocated the share of it that is offered
     */
    public record Measured(
            CpuMemory prodReclaimable,
            @Nullable CpuMemory nodeUsed,
            CpuMemory unused,
            CpuMemory reclaimed,
            NodeOverhead overhead,
            CpuMemory unallocated,
            CpuMemory fromUnallocated) {}
}
