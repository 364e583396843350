package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The logical CPUs of a node that pods hold; state in, state out. Scheduler specification section 7.
 *
 * @param byCpu holding by id of the CPU
 */
@PureCore
public record HeldCpus(Map<Integer, CpuHolding> byCpu) {

    public static final HeldCpus NONE = new HeldCpus(Map.of());

    public HeldCpus {
        byCpu = Map.copyOf(byCpu);
    }

    /** One pod more on each of the CPUs; the newest pod's policy counts. */
    public HeldCpus plus(CpuSet cpus, String exclusivePolicy) {
        Map<Integer, CpuHolding> all = new HashMap<>(byCpu);
        for (int cpu : cpus.numbers()) {
            all.put(cpu, new CpuHolding(refCount(cpu) + 1, exclusivePolicy));
        }
        return new HeldCpus(all);
    }

    /** How many pods hold the CPU. */
    public int refCount(int cpu) {
        CpuHolding held = byCpu.get(cpu);
        return held == null ? 0 : held.refCount();
    }

    /** Whether the pod that took the CPU last asked for this kind of exclusiveness. */
    boolean isExclusive(int cpu, String policy) {
        @Nullable CpuHolding held = byCpu.get(cpu);
        return held != null && held.exclusivePolicy().equals(policy);
    }

    /** The CPUs of the layout that one more pod may hold. */
    public CpuSet available(CpuLayout layout, CpuSet reserved, int maxRefCount) {
        int[] free = new int[layout.cpuCount()];
        int size = 0;
        for (int cpu = 0; cpu < layout.cpuCount(); cpu++) {
            int id = layout.id(cpu);
            if (refCount(id) < maxRefCount && !reserved.contains(id)) {
                free[size++] = id;
            }
        }
        return CpuSet.ofNumbers(java.util.Arrays.copyOf(free, size));
    }

    /** The CPUs that are held. */
    public CpuSet cpus() {
        return CpuSet.of(byCpu.keySet());
    }
}
