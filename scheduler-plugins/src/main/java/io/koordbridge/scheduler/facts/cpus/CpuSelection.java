package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.cpus.CpuRequest.NodeShare;

/** Chooses logical CPUs on a machine; scheduler specification sections 13.1 and 13.2. */
@PureCore
public final class CpuSelection {

    static final String NOT_ENOUGH = "not enough cpus available to satisfy request";
    static final String FAILED = "failed to allocate cpus";

    private CpuSelection() {}

    /**
     * The machine.
     *
     * @param layout its CPUs
     * @param held what pods hold, without those whose CPUs are to be given again
     * @param available the CPUs that may be given
     * @param maxRefCount how many pods may share a CPU
     * @param mostAllocated whether the NUMA node with the fewest free CPUs is preferred
     */
    public record Machine(CpuLayout layout, HeldCpus held, CpuSet available, int maxRefCount, boolean mostAllocated) {}

    /** The available CPUs that a required bind policy leaves: whole free cores, or the first free CPU of each core. */
    public static CpuSet trimmed(CpuLayout layout, CpuSet available, String requiredPolicy) {
        if (requiredPolicy.equals(CpuRequest.FULL_PCPUS)) {
            return wholeCores(layout, available);
        }
        return requiredPolicy.equals(CpuRequest.SPREAD_BY_PCPUS) ? firstOfCores(layout, available) : available;
    }

    private static CpuSet wholeCores(CpuLayout layout, CpuSet available) {
        int[] free = new int[layout.cores()];
        for (int cpu = 0; cpu < layout.cpuCount(); cpu++) {
            free[layout.core(cpu)] += available.contains(layout.id(cpu)) ? 1 : 0;
        }
        int[] kept = new int[layout.cpuCount()];
        int size = 0;
        for (int cpu = 0; cpu < layout.cpuCount(); cpu++) {
            if (available.contains(layout.id(cpu)) && free[layout.core(cpu)] == layout.cpusPerCore()) {
                kept[size++] = layout.id(cpu);
            }
        }
        return CpuSet.ofNumbers(java.util.Arrays.copyOf(kept, size));
    }

    private static CpuSet firstOfCores(CpuLayout layout, CpuSet available) {
        boolean[] seen = new boolean[layout.cores()];
        int[] kept = new int[layout.cpuCount()];
        int size = 0;
        for (int cpu = 0; cpu < layout.cpuCount(); cpu++) {
            if (available.contains(layout.id(cpu)) && !seen[layout.core(cpu)]) {
                seen[layout.core(cpu)] = true;
                kept[size++] = layout.id(cpu);
            }
        }
        return CpuSet.ofNumbers(java.util.Arrays.copyOf(kept, size));
    }

    /** CPUs for the request. */
    public static CpuChoice choose(Machine machine, CpuRequest request) {
        CpuSet available = request.required()
                ? trimmed(machine.layout(), machine.available(), request.bindPolicy())
                : machine.available();
        if (available.size() < request.count()) {
            return CpuChoice.failed(NOT_ENOUGH);
        }
        CpuChoice choice = request.shares().isEmpty()
                ? preferredFirst(machine, request, available, request.count())
                : byNode(machine, request, available);
        CpuSet cpus = choice.cpus();
        return cpus == null || holdsPolicy(machine.layout(), request, cpus)
                ? choice
                : CpuChoice.failed("insufficient CPUs to satisfy required cpu bind policy " + request.bindPolicy());
    }

    private static CpuChoice byNode(Machine machine, CpuRequest request, CpuSet available) {
        CpuSet all = CpuSet.EMPTY;
        for (NodeShare share : request.shares()) {
            CpuSet ofNode = available.intersection(machine.layout().cpusOfNode(share.node()));
            int count = Math.min(share.count(), ofNode.size());
            CpuChoice choice = preferredFirst(machine, request, ofNode, count);
            if (choice.cpus() == null) {
                return choice;
            }
            all = all.union(choice.cpus());
        }
        return all.size() == request.count() ? CpuChoice.of(all) : CpuChoice.failed(NOT_ENOUGH);
    }

    private static CpuChoice preferredFirst(Machine machine, CpuRequest request, CpuSet available, int count) {
        CpuSet preferred = available.intersection(request.preferred());
        if (preferred.isEmpty()) {
            return CpuAccumulator.take(machine, request, available, count);
        }
        int first = Math.min(count, preferred.size());
        CpuChoice ofPreferred = CpuAccumulator.take(machine, request, preferred, first);
        CpuChoice ofRest = CpuAccumulator.take(machine, request, available.minus(request.preferred()), count - first);
        if (ofPreferred.cpus() == null) {
            return ofPreferred;
        }
        return ofRest.cpus() == null ? ofRest : CpuChoice.of(ofPreferred.cpus().union(ofRest.cpus()));
    }

    private static boolean holdsPolicy(CpuLayout layout, CpuRequest request, CpuSet cpus) {
        if (!request.required()) {
            return true;
        }
        int cores = layout.coresOf(cpus);
        return (!request.isFull() || cores * layout.cpusPerCore() == cpus.size())
                && (!request.isSpread() || cores == cpus.size());
    }
}
