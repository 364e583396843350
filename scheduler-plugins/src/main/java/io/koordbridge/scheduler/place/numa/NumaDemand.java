package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.resource.ResourceVector;

/**
 * What a pod asks of NUMA alignment and CPU binding, whatever the node; scheduler specification section 9.1.
 *
 * @param request what it requests
 * @param wish CPUs of its own
 * @param policy its own NUMA policy
 * @param exclusive its {@code singleNUMANodeExclusive}, {@code Required} where it names a policy and no exclusiveness
 */
public record NumaDemand(ResourceVector request, CpuWish wish, NumaPolicy policy, String exclusive) {

    static final String REQUIRED = "Required";
    private static final long MILLI_PER_CPU = 1000;

    /**
     * CPUs of its own.
     *
     * @param binds whether it wants any
     * @param preferred bind policy that it prefers, empty for none
     * @param required bind policy that must hold, empty for none
     * @param exclusive exclusive policy, empty for none
     */
    public record CpuWish(boolean binds, String preferred, String required, String exclusive) {

        static final CpuWish NONE = new CpuWish(false, "", "", "");
    }

    long milliCpu() {
        return request.get(ResourceNames.CPU);
    }

    int wholeCpus() {
        return (int) (milliCpu() / MILLI_PER_CPU);
    }

    boolean asksWholeCpus() {
        return milliCpu() % MILLI_PER_CPU == 0;
    }

    boolean isExclusive() {
        return exclusive.equals(REQUIRED);
    }
}
