package io.koordbridge.koordlet.conformance;

import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.qos.evict.EvictionStrategy;
import java.util.List;

public final class CpuEvictAdapter extends EvictionAdapter {

    public CpuEvictAdapter() {
        super(
                Pool.CPU,
                "releaseMilliCPU",
                List.of(Gate.BECPU_EVICT, Gate.CPU_ALLOCATABLE_EVICT, Gate.CPU_EVICT),
                EvictionStrategy::cpu);
    }

    @Override
    public String suite() {
        return "koordlet/cpu-evict";
    }
}
